import type { OutboundInit } from '../../worker/system/outbound/outbound-fetch.ts'

/** A request as it is sent, for people to read: its line, its headers, and its body, JSON with line breaks. */
export function writtenRequest(address: string, { method = 'GET', headers = {}, body }: OutboundInit): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${withPlainBasic(String(value))}`)
  return [`${method} ${address}`, ...lines, ...(typeof body === 'string' ? ['', writtenBody(body)] : [])].join('\n')
}

/** What of an answer or a request is JSON has line breaks; other text stays. `most`: characters that are shown. */
export function writtenBody(text: string, most = 20_000): string {
  const shown = asJson(text) ?? text
  return shown.length > most ? `${shown.slice(0, most)}\n… and ${shown.length - most} more characters` : shown
}

function asJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

/** User and password can be read where they are values of the account alone. */
function withPlainBasic(value: string): string {
  const [, encoded] = /^Basic ([\w+/=]+)$/.exec(value) ?? []
  const plain = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  return plain.includes('credentials.') ? `Basic base64(${plain})` : value
}

export function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}
