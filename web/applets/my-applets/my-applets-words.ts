import type { MyApplet, MyAppletsSort, MyAppletsStatus } from '../../../worker/contract/applets/my-applets.ts'
import { agoInWords, type Clock } from '../../ui/dates/dates.ts'

export const STATUS_WORDS: Record<MyAppletsStatus, string> = {
  enabled: 'Enabled',
  attention: 'Needs attention',
  paused: 'Paused',
  disabled: 'Disabled',
  unused: 'Not turned on yet',
  created: 'Created by me',
  drafts: 'Not published',
  archived: 'Archived',
}

export const SORT_WORDS: Record<MyAppletsSort, string> = {
  recent: 'Last changed',
  name: 'Name',
  last_run: 'Last run',
  runs: 'Most runs',
}

/** Writes the line below a card in a list of all kinds. A broken connection has a note of its own. */
export function statusLine({ status, paused, is_author, published }: MyApplet): string {
  const draft = is_author && !published && status !== 'archived' ? [STATUS_WORDS.drafts] : []
  return [...stateWords(status, paused), ...draft].join(' · ')
}

function stateWords(status: MyApplet['status'], paused: boolean): string[] {
  switch (status) {
    case 'enabled_for_user':
      return [STATUS_WORDS.enabled]
    case 'disabled_for_user':
      return [paused ? STATUS_WORDS.paused : STATUS_WORDS.disabled]
    case 'archived':
      return [STATUS_WORDS.archived]
    case 'never_enabled_for_user':
      return [STATUS_WORDS.unused]
  }
}

/** Writes the line for the value that the list is sorted by, where the card does not show it. */
export function sortLine({ run_count, last_run }: MyApplet, sort: MyAppletsSort, clock: Clock): string | null {
  switch (sort) {
    case 'last_run':
      return last_run === null ? 'Never ran' : `Ran ${agoInWords(last_run, clock.now, clock.timeZone)}`
    case 'runs':
      return run_count === 1 ? '1 run' : `${run_count.toLocaleString('en-US')} runs`
    case 'recent':
    case 'name':
      return null
  }
}

/** "1 Applet found" */
export function foundLine(count: number): string {
  return count === 1 ? '1 Applet found' : `${count.toLocaleString('en-US')} Applets found`
}
