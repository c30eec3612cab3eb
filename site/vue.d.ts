/** Components, which only the bundler of the site reads. */
declare module '*.vue' {
  import type { Component } from 'vue';
  const component: Component;
  export default component;
}
