import type { Sentence } from './sentence.ts'

/** What happens only under a condition. */
export const CONDITION_SENTENCES: readonly Sentence[] = [
  {
    say: 'email me whenever a new issue gets opened in our repo but only if the title mentions crash',
    trigger: 'issue',
    actions: ['email'],
    when: [{ said: 'title crash', any: ['IssueTitle contains crash', 'Title contains crash'] }],
  },
  {
    say: 'New posts from the feed https://lwn.net/headlines/rss to Slack, but only the ones that mention rust',
    trigger: 'feed_filter',
    actions: ['slack/post_message'],
    values: { feed_filter: { feed_url: 'https://lwn.net/headlines/rss' } },
    when: [{ said: 'rust', any: ['phrase=rust', 'EntryTitle|EntryContent contains rust'] }],
  },
  {
    say: 'when i get home turn the lights on, but only between 18:00 and 23:00',
    trigger: 'home_state',
    actions: ['lights_on'],
    when: [{ said: '18:00 23:00', any: ['hours 18:00-23:00'] }],
    values: { lights_on: { entity: 'lights' }, home_state: { 'to?': 'home' } },
  },
  {
    say: 'Every morning at 6:30 tell me the weather, but not on weekends',
    trigger: 'daily',
    at: '30 6 * * 1-5',
    queries: ['weather'],
    actions: ['notify'],
  },
  {
    say: 'If the temperature in Helsinki falls below -15, notify me, at most once a day',
    trigger: 'colder_than',
    actions: ['notify'],
    values: { colder_than: { location: 'Helsinki', degrees: '-15' } },
    when: [{ said: 'at most once a day', any: ['gap 86400'] }],
  },
  {
    say: 'forward emails to telegram unless the subject contains unsubscribe',
    trigger: 'email/mail_received',
    actions: ['telegram/send_message'],
    when: [{ said: 'unless subject unsubscribe', any: ['Subject contains_not unsubscribe'] }],
  },
  {
    say: 'Tell me on pushover when a GitHub PR is opened, unless it was opened by dependabot',
    trigger: 'github/new_pull_request',
    actions: ['pushover/send_message'],
    when: [{ said: 'unless dependabot', any: ['OpenedBy is_not dependabot', 'OpenedBy contains_not dependabot'] }],
  },
  {
    say: 'when someone mentions me on mastodon send me a push notification, but not at night',
    trigger: 'mastodon/new_mention',
    actions: ['notify'],
    when: [
      {
        said: 'not night',
        any: ['hours 07:00-22:00', 'hours 06:00-22:00', 'hours 08:00-22:00', 'hours 07:00-23:00', 'hours 08:00-23:00'],
      },
    ],
  },
  {
    say: 'post a message in discord when my site example.org goes down but no more than once an hour',
    trigger: 'site_watch/down',
    actions: ['discord/post_message'],
    values: { 'site_watch/down': { address: 'example.org' } },
    when: [{ said: 'once hour', any: ['gap 3600'] }],
  },
  {
    say: 'When a todo is completed in Todoist log it to a google sheet if the task contains the word invoice',
    trigger: 'todoist/task_completed',
    actions: ['row'],
    when: [{ said: 'contains invoice', any: ['TaskContent contains invoice'] }],
  },
  {
    say: "At 8 am remind me to take an umbrella if it's raining in Bergen",
    trigger: 'daily',
    at: '0 8 * * *',
    queries: ['weather'],
    actions: ['notify'],
    values: { weather: { location: 'Bergen' }, notify: { text: ['take an umbrella', 'to take an umbrella'] } },
    when: [{ said: 'raining', any: ['Rain more_than 0', 'Sky contains rain'] }],
  },
  {
    say: 'when the wind gets above 12 send a matrix message, only on saturdays and sundays',
    trigger: 'weather/wind_above',
    actions: ['matrix/send_message'],
    values: { 'weather/wind_above': { speed: '12' } },
    when: [{ said: 'saturdays sundays', any: ['days 06'] }],
  },
  {
    say: 'new row in my google sheet and column B is "urgent" -> pushover emergency notification',
    trigger: 'google_sheets/new_row',
    actions: ['pushover/send_emergency'],
    when: [{ said: 'column B urgent', any: ['ColumnB is urgent', 'ColumnB contains urgent'] }],
  },
  {
    say: 'If the button is pressed after 10pm turn off all lights',
    trigger: 'button/pressed',
    actions: ['lights_off'],
    values: { lights_off: { entity: 'all lights' } },
    when: [{ said: '10pm', any: ['hours 22:00-00:00'] }],
  },
  {
    say: 'copy trello cards to todoist as soon as they are moved to the list Doing',
    trigger: 'trello/card_moved',
    actions: ['todoist/add_task'],
    when: [{ said: 'Doing', any: ['ToList is Doing', 'ToList contains Doing'] }],
  },
  {
    say: 'Add mails from billing@acme.com to my digest',
    trigger: 'email/mail_received',
    actions: ['digest'],
    when: [{ said: 'billing@acme.com', any: ['From is billing@acme.com', 'From contains billing@acme.com'] }],
  },
  {
    say: 'notify me about new merge requests in gitlab, weekdays 9 to 5 only',
    trigger: 'gitlab/new_merge_request',
    actions: ['notify'],
    when: [
      { said: 'weekdays', any: ['days 12345'] },
      { said: '9 5', any: ['hours 09:00-17:00'] },
    ],
  },
]
