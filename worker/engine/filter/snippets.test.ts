import { expect, test } from 'vitest'
import type { FilterInput } from './filter-types.ts'
import { evaluate, INPUT, runSource, skipReason } from './testing/run-source.fixture.ts'

// Filter code as its users write it, from help pages and forums. It is Sunday, 22:30:15, in Berlin.

function at(time: string, input: FilterInput = INPUT): FilterInput {
  return { ...input, now: Date.parse(time) }
}

test.each([
  [
    'only between 9 and 23',
    "let currentHour = Meta.currentUserTime.hour();\nif (currentHour < 9 || currentHour >= 23) { Notifications.send.skip(`It's ${currentHour}`) }",
    null,
  ],
  [
    'only in the morning',
    "if (Meta.currentUserTime.hour() > 12) Notifications.send.skip('Not in the morning')",
    'Not in the morning',
  ],
  [
    'on working days',
    'var day = Meta.currentUserTime.day()\nif (day == 0 || day == 6) { Notifications.send.skip("Weekend") }',
    'Weekend',
  ],
  ['by ISO weekday', 'if (Meta.currentUserTime.isoWeekday() > 5) Notifications.send.skip()', 'Skipped by filter code.'],
  [
    'by month',
    'if ([5, 6, 7].indexOf(Meta.currentUserTime.month()) === -1) Notifications.send.skip("Not summer")',
    'Not summer',
  ],
  [
    'after half past ten',
    'const m = Meta.currentUserTime\nif (m.hour() * 60 + m.minute() >= 22 * 60 + 30) Notifications.send.skip("Late")',
    'Late',
  ],
  [
    'by formatted time',
    'const now = Meta.currentUserTime.format("HH:mm")\nif (now < "06:00" || now > "22:00") Notifications.send.skip("At " + now)',
    'At 22:30',
  ],
  ['on a word', 'if (Mastodon.newMention.Text.toLowerCase().indexOf("sale") === -1) Notifications.send.skip()', null],
  [
    'on any of several words',
    'const words = ["free", "win", "deal"]\nif (words.some((word) => Mastodon.newMention.Text.toLowerCase().includes(word))) Notifications.send.skip("Spam")',
    'Spam',
  ],
  [
    'on a pattern',
    'if (/\\b\\d+% off\\b/i.test(Mastodon.newMention.Text)) Notifications.send.skip("Advert")',
    'Advert',
  ],
  [
    'under the trigger short name',
    'if (Trigger.From.startsWith("Mona")) { Notifications.send.skip("Known") }',
    'Known',
  ],
  [
    'on a number as text',
    'if (parseInt(Mastodon.recentPosts[1].Likes) > 10) Notifications.send.skip("Popular")',
    'Popular',
  ],
  [
    'on what a query found',
    'const same = Mastodon.recentPosts.filter((m) => m.ThreadId === Mastodon.newMention.ThreadId)\nif (same.length > 1) Notifications.send.skip("Announced before")',
    'Announced before',
  ],
  [
    'on the first row of a query',
    'if (Mastodon.recentPosts.Text == "first") Notifications.send.skip("First")',
    'First',
  ],
  [
    'in a loop over a query',
    'for (var i = 0; i < Mastodon.recentPosts.length; i++) {\n  if (Mastodon.recentPosts[i].ThreadId === "t2") { Notifications.send.skip("Row " + i); break }\n}',
    'Row 2',
  ],
  [
    'with a switch',
    'switch (Meta.currentUserTime.format("dddd")) {\n case "Saturday":\n case "Sunday":\n  Notifications.send.skip("Rest")\n  break\n default: }',
    'Rest',
  ],
  [
    'by the time since the trigger',
    'if (Meta.currentUserTime.diff(Meta.triggerTime, "minutes") >= 30) Notifications.send.skip("Too old")',
    'Too old',
  ],
  [
    'as a pause after the last run',
    'if (Meta.triggerTime && Meta.previousTriggerTime) {\n  const minutes = Meta.triggerTime.diff(Meta.previousTriggerTime, "minutes")\n  if (minutes < 15) { Notifications.send.skip("Too soon") }\n}',
    null,
  ],
  [
    'with a date of a service',
    'const seen = new Date(Trigger.CreatedAt)\nif (seen.getHours() === 22) Notifications.send.skip("Then")',
    'Then',
  ],
  ['by chance', 'if (Math.random() > 1) Notifications.send.skip("Never")', null],
])('skips an action %s', async (_what, source, reason) => {
  expect(await skipReason(source)).toBe(reason)
})

test.each([
  ['an ingredient', 'Mastodon.newMention.Text.split("#")[1]', 'deal'],
  [
    'a cut text',
    'Mastodon.newMention.Text.length > 20 ? Mastodon.newMention.Text.substring(0, 17) + "..." : "short"',
    'Sale: 20% off at ...',
  ],
  [
    'a text without addresses',
    'Mastodon.newMention.Text.replace(/https?:\\/\\/\\S+/g, "").replace(/\\s+/g, " ").trim()',
    'Sale: 20% off at #deal',
  ],
  ['its domain', 'Mastodon.newMention.Text.match(/https?:\\/\\/([^/]+)/)[1]', 'shop.test'],
  ['its hashtags', 'Mastodon.newMention.Text.match(/#\\w+/g).join(" ")', '#deal'],
  [
    'a title in capitals',
    '"hello big world".split(" ").map((w) => w[0].toUpperCase() + w.slice(1)).join(" ")',
    'Hello Big World',
  ],
  [
    'a list of rows',
    'Mastodon.recentPosts.map((m, i) => `${i + 1}. ${m.Text}`).join("\\n")',
    '1. first\n2. second\n3. third',
  ],
  ['a sum of rows', 'Mastodon.recentPosts.reduce((sum, m) => sum + Number(m.Likes), 0) / 2', '24'],
  ['the best row', '[...Mastodon.recentPosts].sort((a, b) => b.Likes - a.Likes)[0].Text', 'second'],
  [
    'an encoded address',
    '"https://shop.test/?q=" + encodeURIComponent("20% & more")',
    'https://shop.test/?q=20%25%20%26%20more',
  ],
  [
    'JSON',
    'JSON.stringify({ text: Trigger.From, at: Meta.currentUserTime.unix() })',
    '{"text":"Mona Lisa","at":1795383015}',
  ],
  ['what JSON holds', 'JSON.parse(\'{"a":{"b":[1,2]}}\').a.b.at(-1)', '2'],
  ['degrees', '`${Math.round((68 - 32) * 5 / 9)} °C`', '20 °C'],
  ['thousands', '"1234567".replace(/\\B(?=(\\d{3})+(?!\\d))/g, ",")', '1,234,567'],
  ['nothing for a missing ingredient', 'Mastodon.newMention.Missing ?? "none"', 'none'],
  ['nothing at all', 'null', ''],
])('sets a message to %s', async (_what, expression, message) => {
  expect(await evaluate(expression)).toBe(message)
})

test('reaches the second of two equal actions under a number', async () => {
  const result = await runSource(
    'if (Trigger.Likes > 10) { Notifications.send.skip("Loud"); Notifications.send2.setLinkUrl("https://a.test") }',
  )
  expect(result).toMatchObject({
    kind: 'decided',
    actions: [
      { skipped: 'Loud', fields: {} },
      { skipped: null, fields: { link_url: 'https://a.test' } },
    ],
  })
})

test('keeps the first reason of several skips', async () => {
  expect(await skipReason('Notifications.send.skip("One")\nNotifications.send.skip("Two")')).toBe('One')
})

test("follows the user's clock, in summer and winter", async () => {
  const hour = 'Meta.currentUserTime.hour() + " " + new Date().getHours()'
  expect(await evaluate(hour, at('2026-07-01T10:00:00Z'))).toBe('12 12')
  expect(await evaluate(hour, at('2026-12-01T10:00:00Z'))).toBe('11 11')
  expect(await evaluate(hour, { ...at('2026-12-01T10:00:00Z'), timezone: 'Asia/Kolkata' })).toBe('15 15')
})

test('decides the same for the same input', async () => {
  const source = '[Math.random(), Math.random(), Date.now(), new Date().toISOString()].join()'
  const first = await evaluate(source)
  expect(await evaluate(source)).toBe(first)
  expect(await evaluate(source, { ...INPUT, random_seed: 7 })).not.toBe(first)
})
