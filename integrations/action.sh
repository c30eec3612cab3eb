#!/usr/bin/env bash
# The steps of the GitHub Action: action.yml has their inputs as environment variables.
set -euo pipefail

# The program that PATH has, or the version of the action from npm.
volumes() {
  if command -v cdk8s-volumes >/dev/null; then
    cdk8s-volumes "$@"
  else
    local version=${INPUT_VERSION:-}
    if [[ -z $version && ${ACTION_REF:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
      version=${ACTION_REF#v}
    fi
    npx --yes "cdk8s-volumes@${version:-latest}" "$@"
  fi
}

options() {
  OPTIONS=()
  if [[ -n ${INPUT_KUBERNETES:-} ]]; then OPTIONS+=(--kubernetes "$INPUT_KUBERNETES"); fi
  if [[ -n ${INPUT_CONFIG:-} ]]; then OPTIONS+=(--config "$INPUT_CONFIG"); fi
  if [[ ${INPUT_STRICT:-} == true ]]; then OPTIONS+=(--strict); fi
}

# Lines of pull requests that a finding is on, and the file for code scanning.
check() {
  options
  local status=0
  volumes check "$INPUT_PATH" ${OPTIONS[@]+"${OPTIONS[@]}"} -o github || status=$?
  echo "status=$status" >>"$GITHUB_OUTPUT"
  if [[ -n ${INPUT_SARIF:-} && $status -lt 2 ]]; then
    volumes check "$INPUT_PATH" ${OPTIONS[@]+"${OPTIONS[@]}"} -o sarif >"$INPUT_SARIF" || true
  fi
}

# What the pull request does, in the summary of the job and in one comment.
diff() {
  options
  git cat-file -e "$BASE_SHA^{commit}" 2>/dev/null ||
    git fetch --quiet --no-tags --depth=1 origin "$BASE_SHA"
  local status=0
  local body="$RUNNER_TEMP/cdk8s-volumes.md"
  {
    echo '<!-- cdk8s-volumes -->'
    volumes diff "$BASE_SHA:${INPUT_PATH#./}" "$INPUT_PATH" ${OPTIONS[@]+"${OPTIONS[@]}"} \
      -o markdown
  } >"$body" || status=$?
  echo "status=$status" >>"$GITHUB_OUTPUT"
  if [[ $status -ge 2 ]]; then return; fi
  cat "$body" >>"$GITHUB_STEP_SUMMARY"
  if [[ ${INPUT_COMMENT:-} == true ]]; then
    comment "$body" || echo '::notice::The comparison is in the summary of this job: there is no permission to comment (pull-requests: write).'
  fi
}

# Updates the comment of an earlier push, or writes the first.
comment() {
  local comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" earlier
  earlier=$(gh api --paginate "$comments" \
    --jq '.[] | select(.body | startswith("<!-- cdk8s-volumes -->")) | .id' | head -n 1) || return 1
  if [[ -n $earlier ]]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" -F "body=@$1" >/dev/null
  else
    gh api --method POST "$comments" -F "body=@$1" >/dev/null
  fi
}

# The job fails when both have said what they found.
end() {
  local status=0 one
  for one in "${CHECK_STATUS:-}" "${DIFF_STATUS:-}"; do
    if [[ ${one:-0} -gt $status ]]; then status=$one; fi
  done
  exit "$status"
}

"$1"
