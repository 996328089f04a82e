#!/bin/sh
# The steps of the container image. The Dockerfile calls them, and so does a test, which needs no container engine.
#
#   stages.sh build        in a folder with the sources: makes the release, and unpacks it into /opt/diapason
#   stages.sh runtime      in the image: adds the user, their data folder, and the command `diapason`
#   stages.sh healthcheck  in the container: the exit code is 0 if the server and its database answer
set -eu

program=/opt/diapason
data=/var/lib/diapason
# A number of its own, so that nobody on the host is the same user by chance.
user=10001

build() {
  case $(uname -m) in
    x86_64) platform=linux-x64 ;;
    aarch64) platform=linux-arm64 ;;
    *)
      printf 'There is no release for %s.\n' "$(uname -m)" >&2
      exit 1
      ;;
  esac
  # The context of the build has no history to take a date from.
  export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-0}"
  npm run release -- --platform "$platform"
  mkdir -p "$program"
  tar --extract --file dist/release/diapason-*-"$platform".tar.gz --strip-components=1 --no-same-owner --directory "$program"
  cp packaging/container/stages.sh "$program/bin/stages.sh"
}

runtime() {
  useradd --system --uid "$user" --user-group --no-create-home --home-dir "$data" --shell /usr/sbin/nologin diapason
  install --directory --owner=diapason --group=diapason --mode=0700 "$data"
  ln -s "$program/bin/diapason" /usr/local/bin/diapason
}

healthcheck() {
  # shellcheck disable=SC2016 # The dollar is JavaScript's.
  exec "$program/bin/node" --eval '
    const { PORT } = process.env;
    fetch(`http://127.0.0.1:${PORT}/api/health`).then(
      ({ ok }) => process.exit(ok ? 0 : 1),
      () => process.exit(1),
    );'
}

case ${1-} in
  build) build ;;
  runtime) runtime ;;
  healthcheck) healthcheck ;;
  *)
    printf 'Usage: stages.sh build|runtime|healthcheck\n' >&2
    exit 1
    ;;
esac
