import { appletWord, type ConfigType } from '../../../worker/contract/applets/applet.ts'

type Worded = { config_type: ConfigType }

/** The danger flashes of the connection page (§8). */
export function failedTo(verb: 'creating' | 'updating' | 'disabling', { config_type }: Worded): string {
  return `There was an error ${verb} ${verb === 'creating' ? 'the' : 'this'} ${appletWord(config_type)}`
}

export const CONNECTION_UPDATED = 'Connection successfully updated'
/** Spelled as in the spec (§8). */
export const CONNECTION_NOT_UPDATED = 'There was an error updating this connection. Please try agian later.'

export const ARE_YOU_SURE = 'Are you sure you want to continue?'

/** The author archives; everyone else deletes (§2.1, §8). */
export const REMOVAL = {
  archive: { label: 'Archive', busy: 'Archiving', done: 'Archived', verb: 'archiving', past: 'archived' },
  delete: { label: 'Delete', busy: 'Deleting', done: 'Deleted', verb: 'deleting', past: 'deleted' },
} as const
export type Removal = keyof typeof REMOVAL

/** "{Kind} was {past tense}" (§8). */
export function nowIs(past: 'archived' | 'deleted' | 'restored' | 'published', { config_type }: Worded): string {
  const kind = appletWord(config_type)
  return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} was ${past}`
}

export function notRemoved(removal: Removal, { config_type }: Worded): string {
  return `There was an error ${REMOVAL[removal].verb} this ${appletWord(config_type)}`
}
