import type { ActivityEntry, ActivityFilter, ActivityKind } from '../../worker/contract/activity/activity-entry.ts'

export const FILTER_WORDS: Record<ActivityFilter | 'all', string> = {
  all: 'All',
  changes: 'Changes',
  events: 'Runs and events',
  failures: 'Failures',
}

const WORDS: Record<ActivityKind, string> = {
  enabled: 'Enabled',
  saved: 'Settings saved',
  disabled: 'Disabled',
  deleted: 'Deleted',
  archived: 'Archived',
  restored: 'Restored',
  published: 'Published',
  renamed: 'Renamed',
  configurations_changed: 'Features changed',
  notifications_changed: 'Notifications changed',
  hook_url_changed: 'Webhook URL regenerated',
  paused: 'Paused: your plan does not allow it',
  resumed: 'Resumed with your plan',
  service_connected: 'Account connected',
  service_disconnected: 'Account disconnected',
  connection_broken: 'Connection stopped working',
  hook_received: 'Web request received',
}

/** Describes an event and its details. */
export function entryInWords({ kind, detail, service_name }: ActivityEntry): { title: string; note: string | null } {
  return { title: WORDS[kind], note: kind === 'hook_received' ? eventNote(detail) : accountNote(service_name, detail) }
}

function eventNote({ bytes, content_type }: ActivityEntry['detail']): string | null {
  if (typeof bytes !== 'number') return null
  return typeof content_type === 'string' ? `${sizeInWords(bytes)} of ${content_type}` : sizeInWords(bytes)
}

function accountNote(service: string | null, { account_name }: ActivityEntry['detail']): string | null {
  return [service, account_name].filter((part) => typeof part === 'string').join(', ') || null
}

export function sizeInWords(bytes: number): string {
  if (bytes === 0) return 'No content'
  if (bytes === 1) return '1 byte'
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
}
