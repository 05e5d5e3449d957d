import type { ActivityFilter, ActivityKind, ChangeEntry } from '../../../worker/contract/activity/activity-entry.ts'
import { CHANGE_WORDS } from '../../../worker/contract/activity/change-words.ts'
import { sizeInWords } from '../../ui/run-state/size-in-words.ts'

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
  if (kind === 'hook_received') return eventNote(detail)
  return kind === 'look_failed' ? String(detail['message']) : accountNote(service, detail)
}

function eventNote({ bytes, content_type }: ChangeEntry['detail']): string | null {
  if (typeof bytes !== 'number') return null
  return typeof content_type === 'string' ? `${sizeInWords(bytes)} of ${content_type}` : sizeInWords(bytes)
}

function accountNote(service: string | null, { account_name }: ChangeEntry['detail']): string | null {
  return [service, account_name].filter((part) => typeof part === 'string').join(', ') || null
}
