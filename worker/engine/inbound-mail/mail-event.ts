import type { HookEvent, ReceivedMail } from '../../system/runner-api/runner-api.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'
import { readMail } from './read-mail.ts'

const LONGEST_ID = 200

/** A mail as an event of its Applet, or null where it cannot be read. `now` in ms. */
export async function mailEvent({ key, applet_id, raw }: ReceivedMail, now: number): Promise<HookEvent | null> {
  const read = await readMail(raw, key, now).catch(() => null)
  if (!read) return null
  const { message_id, ingredients } = read
  const long = message_id !== null && message_id.length > LONGEST_ID
  return {
    target: { kind: 'service', applet_id, module_name: 'email' },
    event_id: long ? await sha256Hex(message_id) : message_id,
    // A mail that comes twice may have other headers, and is the same mail.
    body_hash: 'mail',
    kind: 'text',
    content_type: 'message/rfc822',
    bytes: raw.length,
    text: String(ingredients['BodyPlain'] ?? ''),
    ingredients,
    hops: 0,
  }
}
