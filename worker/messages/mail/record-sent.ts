import { insertSent } from '../../db/messages/sent-messages.ts'
import type { Ctx } from '../../system/context/context.ts'
import { keyedHash } from '../../system/secrets/hashes.ts'

type Sent = { id: string; channel: 'email' | 'sms'; template: string; user_id: string; to: string }

/** Records that a message went out, without its recipient. A second record with the same id changes nothing. */
export async function recordSent(ctx: Ctx, { to, ...message }: Sent): Promise<void> {
  await insertSent(ctx, { ...message, recipient_hash: await keyedHash(ctx.settings, `recipient:${to}`) })
}
