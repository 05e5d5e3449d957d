import type { ActivityFilter, ActivityKind, ChangeEntry } from '../../../worker/contract/activity/activity-entry.ts'
import { CHANGE_WORDS } from '../../../worker/contract/activity/change-words.ts'

export const FILTER_WORDS: Record<ActivityFilter | 'all', string> = {
  all: 'All',
  runs: 'Runs',
  changes: 'Changes',
  failures: 'Failures',
}

/** Describes a change and its details. */
export function entryInWords({ kind, detail, service_name }: ChangeEntry): { title: string; note: string | null } {
  return {
    title: CHANGE_WORDS[kind],
    note: noteOf(kind, detail, service_name),
  }
}

function noteOf(kind: ActivityKind, detail: ChangeEntry['detail'], service: string | null): string | null {
  return kind === 'look_failed' ? String(detail['message']) : accountNote(service, detail)
}

function accountNote(service: string | null, { account_name }: ChangeEntry['detail']): string | null {
  return [service, account_name].filter((part) => typeof part === 'string').join(', ') || null
}
