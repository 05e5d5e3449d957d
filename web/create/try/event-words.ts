import type { TriedEvent } from '../../../worker/contract/drafts/try-draft.ts'
import { agoInWords, dayInWords, timeInWords } from '../../ui/dates/dates.ts'

/** Where an event comes from, as a title. `now` is the server's. Times in ms. */
export function eventWords({ origin, at }: TriedEvent, now: number, timeZone: string): string {
  const ago = at === null ? '' : `, from ${agoInWords(at, now, timeZone)}`
  switch (origin) {
    case 'seen':
      return `The last event${ago}`
    case 'live':
      return `Just asked for${ago}`
    case 'next':
      return at === null ? 'The next time' : `The next time: ${dayInWords(at, timeZone)}, ${timeInWords(at, timeZone)}`
    case 'example':
      return 'An example'
  }
}

/** Hints at what a person should know of an event. */
export function eventHint({ origin, other_fields }: TriedEvent): string | null {
  switch (origin) {
    case 'seen':
      return other_fields ? 'This trigger met it with other fields or another account.' : null
    case 'live':
      return 'It is still new to your Applet: looking at it counts nothing as seen.'
    case 'next':
      return null
    case 'example':
      return 'Nothing has happened yet, so these are values that the service gives as an example.'
  }
}
