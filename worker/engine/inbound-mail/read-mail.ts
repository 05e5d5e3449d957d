import PostalMime, { type Address } from 'postal-mime'
import { stripHtml } from '../../contract/ingredients/text-filters.ts'
import type { Ingredients } from '../../system/runner-api/step-outcome.ts'
import { HIDDEN } from '../../system/secrets/hide-values.ts'

/** Characters of each form of the body that an Applet gets. */
const BODY_MAX = 32_000
const LINE_MAX = 1000

/** A mail as an Applet knows it. `message_id` is null where its sender gave none. */
type ReadMail = { message_id: string | null; ingredients: Ingredients }

/**
 * Reads a mail as it came. The key of the address it came to is a password, so it is in none of the ingredients. Throws
 * what the parser throws for a mail that is nested or headed beyond reason.
 */
export async function readMail(raw: Uint8Array, key: string, now: number): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 50, maxHeadersSize: 256 * 1024 })
  const [from] = mailboxes([mail.from ?? mail.sender])
  const names = mail.attachments.flatMap(({ filename, disposition }) =>
    filename !== null && (disposition === 'attachment' || disposition === null) ? [filename] : [],
  )
  const shown = {
    From: line(from?.address),
    FromName: line(from?.name || from?.address),
    To: line(
      mailboxes(mail.to ?? [])
        .map(({ address }) => address)
        .join(', '),
    ),
    Subject: line(mail.subject),
    BodyPlain: body(mail.text ?? stripHtml(mail.html ?? '')),
    BodyHtml: body(mail.html),
    ReceivedAt: new Date(now).toISOString(),
    AttachmentNames: line(names.join(', ')),
  }
  return { message_id: mail.messageId?.trim() || null, ingredients: withoutKey(shown, key) }
}

/** Members of a group stand for themselves. */
function mailboxes(addresses: readonly (Address | undefined)[]): { name: string; address: string }[] {
  return addresses.flatMap((each) => (each === undefined ? [] : each.group ? each.group : [each]))
}

function line(text: string | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, LINE_MAX).toWellFormed()
}

function body(text: string | undefined): string {
  return (text ?? '').slice(0, BODY_MAX).toWellFormed()
}

function withoutKey(ingredients: Record<string, string>, key: string): Ingredients {
  const pattern = new RegExp(key, 'gi')
  return Object.fromEntries(Object.entries(ingredients).map(([name, text]) => [name, text.replaceAll(pattern, HIDDEN)]))
}
