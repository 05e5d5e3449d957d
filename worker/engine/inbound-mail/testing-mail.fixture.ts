import type { IncomingMail } from './receive-mail.ts'

/** A mail as Email Routing hands it over, and what it was rejected with. */
export function aMail(to: string, source: string, rawSize?: number): IncomingMail & { rejected: string[] } {
  const bytes = new TextEncoder().encode(source.replaceAll(/\r?\n/g, '\r\n'))
  const rejected: string[] = []
  const [head = ''] = source.split(/\r?\n\r?\n/)
  const headers = new Headers()
  for (const line of head.split(/\r?\n(?![ \t])/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const raw = new Response(bytes).body
  if (!raw) throw new Error('A response has a body.')
  return {
    to,
    headers,
    raw,
    rawSize: rawSize ?? bytes.length,
    setReject: (reason) => void rejected.push(reason),
    rejected,
  }
}
