#!/usr/bin/env bash
# Sets up and uses a new organization, with curl alone. docs/new-organization.md explains the steps.
#
#   PARLEY_URL      URL of a server that was started on an empty DATA_DIR
#   OWNER_EMAIL     the values with which the server was started
#   OWNER_PASSWORD
#   MAIL_DIR        a directory with the emails to each address, in a file named like the address
set -euo pipefail

: "${PARLEY_URL:?must be the URL of the server}"
: "${OWNER_EMAIL:?must be the email of the owner}" "${OWNER_PASSWORD:?must be the password}"
: "${MAIL_DIR:?must be the directory of the emails}"

api="$PARLEY_URL/api/v1"

# value NAME: prints the value of a field in the JSON on standard input.
value() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"
}

# call LOGIN METHOD PATH [NAME=VALUE…]: prints the response; fails when it is an error.
call() {
  local login=$1 method=$2 path=$3 answer
  shift 3
  local fields=()
  for field in "$@"; do fields+=(--data-urlencode "$field"); done
  answer=$(curl -sS -u "$login" -X "$method" "$api/$path" ${fields[@]+"${fields[@]}"})
  case $answer in
    *'"result":"success"'*) printf '%s' "$answer" ;;
    *)
      printf '%s %s: %s\n' "$method" "$path" "$answer" >&2
      return 1
      ;;
  esac
}

# sign_in EMAIL PASSWORD: prints the credentials for curl -u.
sign_in() {
  local answer key
  answer=$(curl -sS "$api/fetch_api_key" --data-urlencode "username=$1" \
    --data-urlencode "password=$2")
  key=$(printf '%s' "$answer" | value api_key)
  if [ -z "$key" ]; then
    printf '%s cannot sign in: %s\n' "$1" "$answer" >&2
    return 1
  fi
  printf '%s:%s' "$1" "$key"
}

# link_for EMAIL: waits for the invitation email, and prints the path of its link.
link_for() {
  local path
  for _ in $(seq 300); do
    # Quoted-printable text: a line that ends with = continues in the next one.
    path=$(sed -e :a -e '/=\r\{0,1\}$/N; s/=\r\{0,1\}\n//; ta' "$MAIL_DIR/$1" 2>/dev/null |
      grep -oE '/join/[A-Za-z0-9]+' | tail -n 1 || true)
    if [ -n "$path" ]; then
      printf '%s' "$path"
      return
    fi
    sleep 0.2
  done
  printf 'There is no email to %s\n' "$1" >&2
  return 1
}

# join EMAIL NAME PASSWORD: submits the form of the page behind the link.
join() {
  curl -sSf -o /dev/null "$PARLEY_URL$(link_for "$1")" --data-urlencode "full_name=$2" \
    --data-urlencode "password=$3"
}

echo 'The owner signs in.'
owner=$(sign_in "$OWNER_EMAIL" "$OWNER_PASSWORD")

echo 'The owner names the organization and creates a channel.'
call "$owner" PATCH realm 'name=Sample Observatory' 'description=We watch the sky.' > /dev/null
call "$owner" POST users/me/subscriptions 'subscriptions=[{"name":"night shift"}]' > /dev/null
channel=$(call "$owner" GET 'get_stream_id?stream=night%20shift' | value stream_id)

echo 'The owner invites three people.'
call "$owner" POST invites "stream_ids=[$channel]" include_realm_default_subscriptions=true \
  'invitee_emails=first@example.com, second@example.com, third@example.com' > /dev/null

for who in first second third; do
  echo "The $who joins."
  join "$who@example.com" "Sample Person $who" "password of the $who"
done

echo 'The owner changes roles.'
id_of() {
  call "$owner" GET "users/$1" | value user_id
}
call "$owner" PATCH "users/$(id_of first@example.com)" role=200 > /dev/null
call "$owner" PATCH "users/$(id_of second@example.com)" role=300 > /dev/null

echo 'The new administrator adds a linkifier.'
first=$(sign_in first@example.com 'password of the first')
call "$first" POST realm/filters 'pattern=#(?P<number>[0-9]+)' \
  'url_template=https://log.example.com/{number}' > /dev/null

echo 'A message of another member contains the link.'
third=$(sign_in third@example.com 'password of the third')
message=$(call "$third" POST messages type=channel "to=$channel" 'topic=clouds' \
  'content=See #1234.' | value id)
call "$third" GET "messages/$message?apply_markdown=true" |
  grep -q 'https://log.example.com/1234'

echo 'Done.'
