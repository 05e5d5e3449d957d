/**
 * Steps that do the same at different services, for sentences that name none of them. A service that is added and does
 * one of these too is written here.
 */
export const ALIKE = {
  triggers: {
    star: ['github/new_star', 'github/new_starred_repository'],
    issue: ['github/new_issue', 'gitlab/new_issue'],
    sunset: ['weather/sunset'],
    sunrise: ['weather/sunrise'],
    rain_tomorrow: ['weather/rain_tomorrow'],
    colder_than: ['weather/colder_than'],
    mention: ['mastodon/new_mention', 'bluesky/new_mention'],
    task_done: ['todoist/task_completed'],
    row: ['google_sheets/new_row'],
    home_state: ['home_assistant/state_changed'],
    feed_item: ['feeds/new_item'],
    feed_filter: ['feeds/new_item', 'feeds/new_item_matches'],
    daily: ['schedule/every_day'],
    weekdays: ['schedule/every_weekday'],
    weekly: ['schedule/every_week', 'schedule/every_weekday'],
  },
  queries: {
    weather: ['weather/current_weather'],
    open_tasks: ['todoist/open_tasks'],
    open_issues: ['github/open_issues', 'gitlab/open_issues'],
  },
  actions: {
    notify: ['notifications/send', 'notifications/send_link', 'ntfy/publish'],
    email: ['email/send_me'],
    digest: ['email/add_to_digest'],
    row: ['google_sheets/add_row'],
    post: ['mastodon/post', 'bluesky/post'],
    lights_on: ['home_assistant/turn_on'],
    lights_off: ['home_assistant/turn_off'],
    switch_on: ['home_assistant/turn_on'],
    scene: ['home_assistant/turn_on', 'home_assistant/call_service'],
    home_service: ['home_assistant/call_service'],
    add_task: ['todoist/add_task'],
    notion_page: ['notion/add_page', 'notion/append_text'],
  },
} as const satisfies Record<'triggers' | 'queries' | 'actions', Record<string, readonly string[]>>
