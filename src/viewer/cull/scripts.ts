/**
 * The two shell scripts of culling: the one that watches the viewer's connections, and the Job's.
 *
 * They are POSIX, for busybox. A dollar is never followed by a brace: GitOps tools take that for a
 * variable of theirs. Nor is there one of another dollar: Kubernetes makes one of two.
 */

/**
 * Writes to `$ROOT/idle` how many seconds ago there was a connection to the port `$HEX_PORT`, and
 * serves the file. It ends when it cannot see or cannot serve: then the container starts anew, and
 * so does the clock.
 */
export const ACTIVITY_SCRIPT = `set -e
[ -n "$PROC" ] || PROC=/proc
[ -n "$PAUSE" ] || PAUSE=15
seconds() { cut -d . -f 1 "$PROC/uptime"; }
connected() {
  cat "$PROC/net/tcp" "$PROC/net/tcp6" 2>/dev/null |
    grep -Eq "^ *[0-9]+: [0-9A-F]+:$HEX_PORT [0-9A-F]+:[0-9A-F]+ 01 "
}
last=$(seconds)
echo 0 > "$ROOT/idle"
httpd -f -p "$ACTIVITY_PORT" -h "$ROOT" &
server=$!
trap 'kill "$server"; exit 0' INT TERM
while kill -0 "$server" && [ -r "$PROC/net/tcp" ]; do
  now=$(seconds)
  if connected; then last=$now; fi
  echo "$((now - last))" > "$ROOT/next"
  mv "$ROOT/next" "$ROOT/idle"
  sleep "$PAUSE" &
  wait "$!"
done
exit 1
`;

/**
 * Scales the Deployment to zero; with `$IDLE_SECONDS`, only if nobody was connected for so long.
 * What is not known for sure makes it fail: nothing is switched off by ignorance.
 */
export const CULL_SCRIPT = `set -e
[ -n "$CREDENTIALS" ] || CREDENTIALS=/var/run/secrets/kubernetes.io/serviceaccount
[ -n "$RETRIES" ] || RETRIES=12
if [ -z "$API" ]; then
  host=$KUBERNETES_SERVICE_HOST
  case "$host" in *:*) host="[$host]" ;; esac
  API="https://$host:$KUBERNETES_SERVICE_PORT"
fi
scale() {
  curl -fsS --max-time 20 --cacert "$CREDENTIALS/ca.crt" -H "Authorization: Bearer $(cat "$CREDENTIALS/token")" "$@" \\
    "$API/apis/apps/v1/namespaces/$NAMESPACE/deployments/$DEPLOYMENT/scale"
}
now=$(scale -H 'Accept: application/json' | tr -d ' \\t\\n')
case "$now" in
  *'"spec":{}'* | *'"spec":{"replicas":0}'*) echo "$DEPLOYMENT is off already"; exit 0 ;;
  *'"spec":{"replicas":'*) ;;
  *) echo "cannot tell how many replicas $DEPLOYMENT has: $now" >&2; exit 1 ;;
esac
if [ -n "$IDLE_SECONDS" ]; then
  idle=$(curl -fsS --max-time 10 --retry "$RETRIES" --retry-delay 5 --retry-all-errors "$ACTIVITY") || {
    echo "cannot read when $DEPLOYMENT was used last" >&2
    exit 1
  }
  case "$idle" in
    '' | *[!0-9]*) echo "cannot tell when $DEPLOYMENT was used last: $idle" >&2; exit 1 ;;
  esac
  if [ "$idle" -lt "$IDLE_SECONDS" ]; then
    echo "$DEPLOYMENT was used $idle seconds ago"
    exit 0
  fi
fi
scale -X PATCH -H 'Content-Type: application/merge-patch+json' -d '{"spec":{"replicas":0}}' > /dev/null
echo "$DEPLOYMENT is switched off"
`;
