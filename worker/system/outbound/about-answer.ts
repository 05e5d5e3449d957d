import type { PollPage } from '../runner-api/step-outcome.ts'
import { readFreshFor } from './retry-after.ts'

/** Reads from the answer to a poll what the next one needs. `now` in ms. */
export function aboutAnswer(
  { headers }: Response,
  { now }: { now: number },
): Pick<PollPage, 'etag' | 'last_modified' | 'fresh_for'> {
  return {
    etag: headers.get('etag'),
    last_modified: headers.get('last-modified'),
    fresh_for: readFreshFor(headers, now),
  }
}
