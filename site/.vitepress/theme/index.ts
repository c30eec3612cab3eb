/** The default theme, with the language of code to choose beside the search. */
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import CodeLanguage from './CodeLanguage.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(CodeLanguage),
      'nav-screen-content-after': () => h(CodeLanguage),
    }),
};
