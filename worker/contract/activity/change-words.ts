import type { ActivityKind } from './activity-entry.ts'

/** The name of each kind of change, on the pages and for their search. */
export const CHANGE_WORDS: Record<ActivityKind, string> = {
  enabled: 'Enabled',
  saved: 'Settings saved',
  disabled: 'Disabled',
  deleted: 'Deleted',
  archived: 'Archived',
  restored: 'Restored',
  published: 'Published',
  unpublished: 'Taken back: private again',
  republished: 'Published text changed',
  renamed: 'Renamed',
  configurations_changed: 'Features changed',
  notifications_changed: 'Notifications changed',
  hook_url_changed: 'Webhook URL regenerated',
  mail_address_changed: 'Email address regenerated',
  paused: 'Paused: your plan does not allow it',
  resumed: 'Resumed with your plan',
  service_connected: 'Account connected',
  service_disconnected: 'Account disconnected',
  connection_broken: 'Connection stopped working',
  look_failed: 'Could not look for anything new',
}
