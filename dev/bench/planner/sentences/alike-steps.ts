/**
 * Steps that do the same at different services, for sentences that name none of them. A service that is added and does
 * one of these too is written here.
 */
export const ALIKE = {
  triggers: {
    star: ['octoforge/new_star', 'github/new_star'],
    issue: ['octoforge/new_issue', 'github/new_issue'],
    release: ['octoforge/new_release', 'github/new_release'],
    sunset: ['weather/sunset', 'skycast/sunset'],
    sunrise: ['weather/sunrise', 'skycast/sunrise'],
    rain_tomorrow: ['weather/rain_tomorrow', 'skycast/rain_tomorrow'],
    colder_than: ['weather/colder_than', 'skycast/colder_than'],
    mention: ['chirp/new_mention', 'bluesky/new_mention'],
    task_done: ['taskpile/task_done', 'todoist/task_completed'],
    new_task: ['taskpile/new_task', 'todoist/new_task'],
    row: ['sheetly/new_row'],
    arrives: ['homebase/first_arrives', 'homebase/presence_changed'],
    leaves: ['homebase/last_leaves', 'homebase/presence_changed'],
    chat_message: ['parley/new_message', 'telegram/new_message'],
    feed_item: ['feeds/new_item'],
    daily: ['schedule/every_day'],
    weekdays: ['schedule/every_weekday'],
    weekly: ['schedule/every_week', 'schedule/every_weekday'],
  },
  queries: {
    weather: ['weather/current_weather', 'skycast/current_weather'],
    open_tasks: ['taskpile/open_tasks', 'todoist/open_tasks'],
    open_issues: ['octoforge/open_issues', 'github/open_issues'],
  },
  actions: {
    notify: ['notifications/send', 'notifications/send_link', 'ntfy/publish'],
    email: ['email/send_me'],
    digest: ['email/add_to_digest'],
    row: ['sheetly/add_row', 'sheetly/log_row'],
    post: ['chirp/post', 'bluesky/post'],
    chat: [
      'parley/send_message',
      'slack/post_message',
      'discord/post_message',
      'teams/post_message',
      'google_chat/post_message',
      'telegram/send_message',
    ],
    lights_on: ['lumen/turn_on', 'home_assistant/turn_on'],
    lights_off: ['lumen/turn_off', 'home_assistant/turn_off'],
    switch_on: ['homebase/switch_device', 'home_assistant/turn_on'],
    switch_off: ['homebase/switch_device', 'home_assistant/turn_off'],
    add_task: ['taskpile/add_task', 'todoist/add_task'],
    create_issue: ['octoforge/create_issue', 'github/create_issue'],
  },
} as const satisfies Record<'triggers' | 'queries' | 'actions', Record<string, readonly string[]>>
