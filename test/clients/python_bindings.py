"""Flows of the published Python bindings, unchanged, against the server of ZULIP_SITE.

Prints one line of JSON for each test, {"name", "problem"}, and nothing else: any other line, and any
line on standard error, is a warning of the client. OWNER_EMAIL and OWNER_KEY belong to an owner,
MEMBER_EMAIL and MEMBER_KEY to a member.
"""

import base64
import json
import os
import queue
import sys
import tempfile
import threading
import time
import unittest
from typing import Any, Dict, Iterator, List, Sequence

import zulip

SITE = os.environ["ZULIP_SITE"]
WAIT_SECONDS = 20
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


def client(who: str) -> zulip.Client:
    return zulip.Client(
        email=os.environ[f"{who}_EMAIL"], api_key=os.environ[f"{who}_KEY"], verbose=True
    )


class Flow(unittest.TestCase):
    owner = client("OWNER")
    member = client("MEMBER")
    channels = 0

    def ok(self, answer: Dict[str, Any], repeated: Sequence[str] = ()) -> Dict[str, Any]:
        """The answer, which must be a success. The server may only ignore the parameters that the
        bindings have repeated from the path."""
        self.assertEqual(answer["result"], "success", answer)
        self.assertEqual(answer.get("ignored_parameters_unsupported", []), list(repeated))
        return answer

    def refused(self, answer: Dict[str, Any], code: str) -> None:
        self.assertEqual((answer["result"], answer.get("code")), ("error", code), answer)

    def own_id(self, who: zulip.Client) -> int:
        return self.ok(who.get_profile())["user_id"]

    def channel(self) -> Dict[str, Any]:
        """A new channel with both users."""
        Flow.channels += 1
        name = f"channel {Flow.channels} / ü"
        for who in (self.owner, self.member):
            self.ok(who.add_subscriptions([{"name": name}]))
        return {"name": name, "id": self.ok(self.owner.get_stream_id(name))["stream_id"]}

    def send(self, who: zulip.Client, to: Any, content: str, topic: str = "tides") -> int:
        kind = {"type": "stream", "topic": topic} if isinstance(to, str) else {"type": "private"}
        return self.ok(who.send_message({**kind, "to": to, "content": content}))["id"]

    def read(self, who: zulip.Client, narrow: Any, **more: Any) -> list:
        request = {"anchor": "newest", "num_before": 20, "num_after": 0, "narrow": narrow, **more}
        return self.ok(who.get_messages(request))["messages"]

    def receive(self, who: zulip.Client, registered: Dict[str, Any], count: int) -> list:
        events: list = []
        last = registered["last_event_id"]
        while len(events) < count:
            answer = self.ok(who.get_events(queue_id=registered["queue_id"], last_event_id=last))
            last = answer["events"][-1]["id"]
            events += [event for event in answer["events"] if event["type"] != "heartbeat"]
        return events


class Access(Flow):
    def test_learns_what_server_it_is(self) -> None:
        self.assertGreater(self.owner.feature_level, 100)
        self.assertTrue(self.owner.zulip_version)
        self.assertEqual(self.ok(self.owner.get_server_settings())["realm_url"][:4], "http")

    def test_reads_a_configuration_file(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix="zuliprc") as file:
            file.write(
                f"[api]\nemail={self.member.email}\nkey={self.member.api_key}\nsite={SITE}\n"
            )
            file.flush()
            profile = self.ok(zulip.Client(config_file=file.name).get_profile())
        self.assertEqual(profile["delivery_email"], self.member.email)

    def test_refuses_a_wrong_key(self) -> None:
        wrong = zulip.Client(email=self.member.email, api_key="x" * 32)
        self.refused(wrong.get_profile(), "UNAUTHORIZED")
        self.refused(wrong.register(["message"]), "UNAUTHORIZED")

    def test_raises_its_own_exceptions(self) -> None:
        with self.assertRaises(zulip.ConfigNotFoundError):
            zulip.Client(config_file="/nowhere/zuliprc")
        known = {"email": self.member.email, "api_key": self.member.api_key}
        with self.assertRaises(zulip.UnrecoverableNetworkError):
            zulip.Client(**known, site="http://127.0.0.1:1")
        site = os.environ.pop("ZULIP_SITE")
        try:
            with self.assertRaises(zulip.MissingURLError):
                zulip.Client(**known)
        finally:
            os.environ["ZULIP_SITE"] = site

    def test_receives_errors_as_answers(self) -> None:
        unknown = {"type": "stream", "to": "nowhere", "topic": "a", "content": "a"}
        self.refused(self.member.send_message(unknown), "STREAM_DOES_NOT_EXIST")
        self.refused(self.member.get_events(queue_id="1:1", last_event_id=0), "BAD_EVENT_QUEUE_ID")
        self.refused(self.member.get_raw_message(999_999_999), "BAD_REQUEST")
        self.refused(self.member.call_endpoint(url="nowhere"), "NOT_FOUND")
        self.refused(
            self.member.call_endpoint(url="messages", method="GET"), "REQUEST_VARIABLE_MISSING"
        )
        self.refused(self.member.deactivate_user_by_id(self.own_id(self.owner)), "BAD_REQUEST")


class Messages(Flow):
    def test_channel_messages(self) -> None:
        channel = self.channel()
        sent = self.send(self.owner, channel["name"], "High water at **noon** 🌊")
        narrow = [
            {"operator": "channel", "operand": channel["name"]},
            {"operator": "topic", "operand": "tides"},
        ]
        [message] = self.read(self.member, narrow, apply_markdown=False)
        self.assertEqual((message["id"], message["content"]), (sent, "High water at **noon** 🌊"))
        self.assertEqual(self.ok(self.member.get_raw_message(sent))["message"]["id"], sent)
        matches = self.member.check_messages_match_narrow(msg_ids=[sent], narrow=narrow)
        self.assertIn(str(sent), self.ok(matches)["messages"])

        change = {"message_id": sent, "content": "Low water", "topic": "ebb"}
        self.ok(self.owner.update_message(change), ["message_id"])
        history = self.ok(self.member.get_message_history(sent))["message_history"]
        self.assertEqual([step["content"] for step in history][-1], "Low water")
        self.ok(self.owner.delete_message(sent))
        self.refused(self.member.get_raw_message(sent), "BAD_REQUEST")

    def test_direct_messages(self) -> None:
        by_id = self.send(self.owner, [self.own_id(self.member)], "For you alone")
        by_email = self.send(self.owner, [self.member.email], "By address")
        for narrow in ([["dm", self.owner.email]], [["pm-with", self.owner.email]], [["is", "dm"]]):
            ids = [message["id"] for message in self.read(self.member, narrow)]
            self.assertEqual(ids[-2:], [by_id, by_email])

    def test_wildcard_mentions(self) -> None:
        channel = self.channel()
        for wildcard in ("all", "channel", "topic"):
            sent = self.send(self.owner, channel["name"], f"@**{wildcard}** come")
            narrow = [["channel", channel["name"]], ["is", "mentioned"]]
            # A topic mention reaches those who took part.
            if wildcard == "topic":
                self.assertEqual(len(self.read(self.member, narrow)), 2)
            else:
                self.assertEqual(self.read(self.member, narrow)[-1]["id"], sent)

    def test_reactions(self) -> None:
        sent = self.send(self.owner, self.channel()["name"], "Well?")
        reaction = {
            "message_id": sent,
            "emoji_name": "joy",
            "emoji_code": "1f602",
            "reaction_type": "unicode_emoji",
        }
        self.ok(self.member.add_reaction(reaction), ["message_id"])
        self.refused(self.member.add_reaction(reaction), "REACTION_ALREADY_EXISTS")
        [message] = self.read(self.owner, [["id", str(sent)]])
        self.assertEqual(message["reactions"][0]["emoji_code"], "1f602")
        self.ok(self.member.remove_reaction(reaction), ["message_id"])
        self.refused(self.member.remove_reaction(reaction), "REACTION_DOES_NOT_EXIST")
        self.ok(self.owner.get_realm_emoji())

    def test_flags(self) -> None:
        channel = self.channel()
        unread = [["channel", channel["name"]], ["is", "unread"]]

        def send() -> int:
            return self.send(self.owner, channel["name"], "Read me")

        sent = send()
        flag = {"messages": [sent], "op": "add", "flag": "starred"}
        self.assertEqual(self.ok(self.member.update_message_flags(flag))["messages"], [sent])
        self.assertIn("starred", self.read(self.member, [["is", "starred"]])[-1]["flags"])
        self.assertEqual(len(self.read(self.member, unread)), 1)
        self.ok(self.member.mark_topic_as_read(channel["id"], "tides"))
        self.assertEqual(self.read(self.member, unread), [])
        send()
        self.ok(self.member.mark_stream_as_read(channel["id"]))
        self.assertEqual(self.read(self.member, unread), [])
        send()
        self.ok(self.member.mark_all_as_read())
        self.assertEqual(self.read(self.member, unread), [])

    def test_moved_topics(self) -> None:
        source, target = self.channel(), self.channel()
        sent = self.send(self.owner, source["name"], "Moves")
        self.ok(self.owner.move_topic(source["name"], target["name"], "tides", "moved"))
        narrow = [["channel", target["name"]], ["topic", "moved"]]
        self.assertIn(sent, [message["id"] for message in self.read(self.member, narrow)])

    def test_rendering_and_a_file_like_channel(self) -> None:
        rendered = self.ok(self.member.render_message({"content": "foo **bar**"}))["rendered"]
        self.assertEqual(rendered, "<p>foo <strong>bar</strong></p>")
        channel = self.channel()
        stream = zulip.ZulipStream(
            "stream", channel["name"], "log", email=self.member.email, api_key=self.member.api_key
        )
        print("printed", file=stream, end="")
        narrow = [{"operator": "channel", "operand": channel["id"]}]
        contents = [message["content"] for message in self.read(self.owner, narrow)]
        self.assertIn("<p>printed</p>", contents)


class Events(Flow):
    def test_files(self) -> None:
        with tempfile.NamedTemporaryFile(prefix="notes", suffix=".txt") as file:
            file.write(b"from the bindings")
            file.seek(0)
            uploaded = self.ok(self.owner.upload_file(file))
            name = os.path.basename(file.name)
        self.assertEqual(uploaded["filename"], name)
        self.assertEqual(uploaded["uri"], uploaded["url"])
        sent = self.send(self.owner, [self.own_id(self.member)], f"[{name}]({uploaded['url']})")
        (file,) = [
            one
            for one in self.ok(self.owner.get_attachments())["attachments"]
            if "/user_uploads/" + one["path_id"] == uploaded["url"]
        ]
        self.assertEqual((file["name"], file["size"], file["message_ids"]), (name, 17, [sent]))

    def test_pictures(self) -> None:
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(PNG)
            file.seek(0)
            self.ok(self.owner.upload_custom_emoji("bindings_emoji", file))
            file.seek(0)
            avatar = self.owner.call_endpoint("users/me/avatar", method="POST", files=[file])
        self.assertEqual(self.ok(avatar)["avatar_url"], self.owner.get_profile()["avatar_url"])
        emoji = {one["name"]: one for one in self.ok(self.owner.get_realm_emoji())["emoji"].values()}
        self.assertFalse(emoji["bindings_emoji"]["deactivated"])
        sent = self.send(self.owner, [self.own_id(self.member)], ":bindings_emoji:")
        (message,) = [one for one in self.read(self.member, []) if one["id"] == sent]
        self.assertIn(emoji["bindings_emoji"]["source_url"], message["content"])
        self.ok(self.owner.delete_custom_emoji("bindings_emoji"))

    def test_queues(self) -> None:
        registered = self.ok(
            self.member.register(["message", "reaction", "update_message", "delete_message"])
        )
        sent = self.send(self.owner, self.channel()["name"], "An event")
        self.ok(self.owner.add_reaction({"message_id": sent, "emoji_name": "wave"}), ["message_id"])
        self.ok(
            self.owner.update_message({"message_id": sent, "content": "Another"}), ["message_id"]
        )
        self.ok(self.owner.delete_message(sent))
        events = self.receive(self.member, registered, 4)
        kinds = ["message", "reaction", "update_message", "delete_message"]
        self.assertEqual([event["type"] for event in events], kinds)
        self.ok(self.member.deregister(registered["queue_id"]))

    def test_narrowed_queues_of_all_kinds(self) -> None:
        channel = self.channel()
        registered = self.ok(
            self.member.register(None, [["stream", channel["name"]]], all_public_streams=True)
        )
        self.send(self.owner, [self.own_id(self.member)], "Elsewhere")
        sent = self.send(self.owner, channel["name"], "Here")
        while True:
            events = self.receive(self.member, registered, 1)
            registered["last_event_id"] = events[-1]["id"]
            messages = [event["message"]["id"] for event in events if event["type"] == "message"]
            if messages:
                break
        self.assertEqual(messages, [sent])

    def listen(self, method: str, **kwargs: Any) -> "Iterator[Dict[str, Any]]":
        """Runs the endless loop of the client in a thread, and yields what it calls back with."""
        received: "queue.Queue[Dict[str, Any]]" = queue.Queue()
        listener = client("MEMBER")
        registering = threading.Event()
        register = listener.register

        def notice(*args: Any, **more: Any) -> Dict[str, Any]:
            answer = register(*args, **more)
            registering.set()
            return answer

        listener.register = notice  # type: ignore[method-assign]
        loop = threading.Thread(
            target=getattr(listener, method), args=(received.put,), kwargs=kwargs, daemon=True
        )
        loop.start()
        self.assertTrue(registering.wait(WAIT_SECONDS))
        return iter(lambda: received.get(timeout=WAIT_SECONDS), None)

    def test_calls_back_on_each_message(self) -> None:
        messages = self.listen("call_on_each_message")
        channel = self.channel()
        # The first message may announce the channel.
        sent = [self.send(self.owner, channel["name"], str(number)) for number in range(3)]
        got = [next(messages)["id"] for _ in sent]
        while got[-1] != sent[-1]:
            got.append(next(messages)["id"])
        self.assertEqual([id for id in got if id in sent], sent)

    def test_calls_back_on_each_event(self) -> None:
        capabilities = {"notification_settings_null": True, "stream_typing_notifications": True}
        events = self.listen(
            "call_on_each_event", event_types=["typing"], client_capabilities=capabilities
        )
        self.ok(self.owner.set_typing_status({"op": "start", "to": [self.own_id(self.member)]}))
        event = next(events)
        self.assertEqual((event["op"], event["sender"]["email"]), ("start", self.owner.email))
        channel = self.channel()
        typing = {"type": "stream", "op": "stop", "stream_id": channel["id"], "topic": "tides"}
        self.ok(self.owner.set_typing_status(typing))
        event = next(events)
        self.assertEqual((event["op"], event["stream_id"]), ("stop", channel["id"]))


class Channels(Flow):
    def test_subscriptions(self) -> None:
        channel = self.channel()
        me = self.own_id(self.member)
        names = [one["name"] for one in self.ok(self.member.get_subscriptions())["subscriptions"]]
        self.assertIn(channel["name"], names)
        subscribers = self.ok(self.member.get_subscribers(stream=channel["name"]), ["stream"])
        self.assertIn(me, subscribers["subscribers"])
        status = self.ok(self.member.get_subscription_status(me, channel["id"]))
        self.assertTrue(status["is_subscribed"])
        settings = [
            {"stream_id": channel["id"], "property": "pin_to_top", "value": True},
            {"stream_id": channel["id"], "property": "color", "value": "#ff0000"},
        ]
        self.ok(self.member.update_subscription_settings(settings))
        self.ok(self.member.mute_topic({"stream": channel["name"], "topic": "tides", "op": "add"}))
        self.ok(
            self.member.mute_topic({"stream_id": channel["id"], "topic": "tides", "op": "remove"})
        )
        removed = self.ok(
            self.owner.remove_subscriptions([channel["name"]], principals=[self.member.email])
        )
        self.assertEqual(removed["removed"], [channel["name"]])
        self.assertEqual(
            self.ok(self.member.remove_subscriptions([channel["name"]]))["not_removed"],
            [channel["name"]],
        )

    def test_properties(self) -> None:
        channel = self.channel()
        change = {
            "stream_id": channel["id"],
            "new_name": channel["name"] + " new",
            "description": "Where *ships* rest",
        }
        self.ok(self.owner.update_stream(change), ["stream_id"])
        streams = self.ok(self.member.get_streams(include_public=True, include_subscribed=False))[
            "streams"
        ]
        [found] = [stream for stream in streams if stream["stream_id"] == channel["id"]]
        self.assertEqual(
            (found["name"], found["description"]), (change["new_name"], "Where *ships* rest")
        )
        self.send(self.member, change["new_name"], "A topic")
        topics = self.ok(self.member.get_stream_topics(channel["id"]))["topics"]
        self.assertIn("tides", [topic["name"] for topic in topics])
        self.assertIn("@", self.ok(self.member.get_stream_email_address(channel["id"]))["email"])
        self.ok(self.owner.add_default_stream(channel["id"]))
        self.ok(self.owner.delete_stream(channel["id"]))


class People(Flow):
    def test_users(self) -> None:
        made = self.ok(
            self.owner.create_user(
                {
                    "email": "new@example.com",
                    "password": "a password for tests",
                    "full_name": "New Comer",
                }
            )
        )
        members = self.ok(self.member.get_members({"client_gravatar": True}))["members"]
        self.assertIn("New Comer", [one["full_name"] for one in members])
        new = made["user_id"]
        self.ok(self.owner.update_user_by_id(new, full_name="Newer Comer"))
        user = self.ok(self.member.get_user_by_id(new, include_custom_profile_fields=True))["user"]
        self.assertEqual(user["full_name"], "Newer Comer")
        self.ok(self.owner.deactivate_user_by_id(new))
        self.ok(self.owner.reactivate_user_by_id(new))

    def test_presence(self) -> None:
        status = {"status": "active", "ping_only": False, "new_user_input": True}
        self.assertIn(self.member.email, self.ok(self.member.update_presence(status))["presences"])
        presence = self.ok(self.owner.get_user_presence(self.member.email))["presence"]
        self.assertEqual(presence["aggregated"]["status"], "active")
        self.assertIn(self.member.email, self.ok(self.owner.get_realm_presence())["presences"])

    def test_user_groups(self) -> None:
        me, owner = self.own_id(self.member), self.own_id(self.owner)
        group = {"name": "sailors", "description": "At sea", "members": [owner]}
        self.ok(self.owner.create_user_group(group))

        def find(name: str) -> Any:
            groups = self.ok(self.member.get_user_groups())["user_groups"]
            return next((one for one in groups if one["name"] == name), None)

        made = find("sailors")
        self.ok(self.owner.update_user_group_members(made["id"], {"add": [me], "delete": [owner]}))
        self.ok(
            self.owner.update_user_group(
                {"group_id": made["id"], "name": "mariners", "description": "Ashore"}
            ),
            ["group_id"],
        )
        self.assertEqual(find("mariners")["members"], [me])
        self.ok(self.owner.call_endpoint(url=f"user_groups/{made['id']}/deactivate"))
        self.assertIsNone(find("mariners"))

    def test_alert_words(self) -> None:
        self.assertEqual(
            self.ok(self.member.add_alert_words(["storm", "fog"]))["alert_words"], ["storm", "fog"]
        )
        self.assertEqual(self.ok(self.member.get_alert_words())["alert_words"], ["storm", "fog"])
        self.assertEqual(self.ok(self.member.remove_alert_words(["fog"]))["alert_words"], ["storm"])

    def test_notification_settings(self) -> None:
        self.ok(self.member.update_notification_settings({"enable_desktop_notifications": False}))


class Later(Flow):
    def call(self, method: str, url: str, request: Dict[str, Any] = {}) -> Dict[str, Any]:
        return self.ok(self.member.call_endpoint(url=url, method=method, request=request))

    def test_drafts(self) -> None:
        """As the web client does: create on the first change, then edit, and delete when sent."""
        channel = self.channel()
        draft = {"type": "stream", "to": [channel["id"]], "topic": "tides", "content": "Hi"}
        [draft_id] = self.call("POST", "drafts", {"drafts": [{**draft, "timestamp": 1700000000}]})["ids"]
        self.call("PATCH", f"drafts/{draft_id}", {"draft": {**draft, "content": "High water"}})
        state = self.ok(self.member.register(fetch_event_types=["drafts"], event_types=["drafts"]))
        self.assertEqual([one["content"] for one in state["drafts"]], ["High water"])
        self.send(self.member, channel["name"], "High water")
        self.call("DELETE", f"drafts/{draft_id}")
        self.assertEqual(self.call("GET", "drafts")["count"], 0)

    def test_saved_snippets(self) -> None:
        made = self.call("POST", "saved_snippets", {"title": "Hello", "content": "Good morning"})
        snippet = f"saved_snippets/{made['saved_snippet_id']}"
        self.call("PATCH", snippet, {"title": "Greeting"})
        titles = [one["title"] for one in self.call("GET", "saved_snippets")["saved_snippets"]]
        self.assertEqual(titles, ["Greeting"])
        self.call("DELETE", snippet)

    def test_scheduled_messages_and_reminders(self) -> None:
        channel = self.channel()
        state = self.ok(self.owner.register(event_types=["message"]))
        soon = {"scheduled_delivery_timestamp": int(time.time()) + 2}
        message_id = self.send(self.member, channel["name"], "Low water")
        self.call("POST", "reminders", {"message_id": message_id, "note": "Look", **soon})
        self.call(
            "POST",
            "scheduled_messages",
            {"type": "stream", "to": channel["id"], "topic": "tides", "content": "Later", **soon},
        )
        contents: List[str] = []
        last = state["last_event_id"]
        while "Later" not in contents:
            events = self.ok(
                self.owner.get_events(queue_id=state["queue_id"], last_event_id=last)
            )["events"]
            last = events[-1]["id"]
            contents += [event["message"]["content"] for event in events if "message" in event]
        self.assertEqual(self.call("GET", "scheduled_messages")["scheduled_messages"], [])
        deadline = time.time() + WAIT_SECONDS
        while self.call("GET", "reminders")["reminders"] and time.time() < deadline:
            time.sleep(0.1)
        request = {"anchor": "newest", "num_before": 1, "num_after": 0, "narrow": [["is", "dm"]]}
        newest = self.ok(self.member.get_messages(request))
        self.assertIn("Low water", newest["messages"][-1]["content"])


class Organization(Flow):
    def test_linkifiers(self) -> None:
        made = self.ok(self.owner.add_realm_filter(r"#(?P<id>[0-9]+)", "https://example.com/{id}"))[
            "id"
        ]
        linkifiers = self.ok(self.member.get_realm_linkifiers())["linkifiers"]
        self.assertEqual([one["id"] for one in linkifiers], [made])
        rendered = self.ok(self.member.render_message({"content": "See #12"}))["rendered"]
        self.assertIn('href="https://example.com/12"', rendered)
        self.ok(self.owner.remove_realm_filter(made))

    def test_profile_fields(self) -> None:
        request = {"name": "Ship", "hint": "Its name", "field_type": 1}
        made = self.ok(self.owner.create_realm_profile_field(**request))["id"]
        self.ok(self.owner.update_realm_profile_field(made, name="Boat", hint="Its name"))
        fields = self.ok(self.owner.get_realm_profile_fields())["custom_fields"]
        self.assertIn("Boat", [field["name"] for field in fields])
        order = [field["id"] for field in fields][::-1]
        self.ok(self.owner.reorder_realm_profile_fields(order=order))
        self.ok(self.owner.remove_realm_profile_field(made))


class LineForEachTest(unittest.TestResult):
    def stopTest(self, test: unittest.TestCase) -> None:
        problem = "".join(text for case, text in self.errors + self.failures if case is test)
        name = f"{type(test).__name__}: {test._testMethodName[5:].replace('_', ' ')}"
        print(json.dumps({"name": name, "problem": problem}), flush=True)


if __name__ == "__main__":
    unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]).run(LineForEachTest())
