import { parseText } from '../ingredients/parse-text.ts'

/** Hosts whose addresses let anybody send who knows them. A leading dot: all below it. */
const HOOK_HOSTS = [
  'hooks.slack.com',
  'hooks.slack-gov.com',
  'chat.googleapis.com',
  'api.telegram.org',
  'hooks.zapier.com',
  'maker.ifttt.com',
  'webhook.site',
  'hc-ping.com',
  'ntfy.sh',
  'open.feishu.cn',
  'open.larksuite.com',
  'oapi.dingtalk.com',
  'qyapi.weixin.qq.com',
  '.webhook.office.com',
  '.logic.azure.com',
  '.powerplatform.com',
  '.pipedream.net',
  '.make.com',
] as const
const HOOK_PATH = /\/(?:web)?hooks?\//i
const SECRET_NAME = /key|token|secret|sig|auth|pass|pwd|code|credential|session/i

/** An address that an author fixed, as everyone may see it. */
type ShownAddress = {
  /** The host, with the path where that holds no secret. */
  shown: string
  /** Null where ingredients decide it. */
  host: string | null
  /** Somebody who knows it could use it: it is, or has, a token. */
  is_secret: boolean
}

/** How to show an http address, which may have ingredients; null for what is none. */
export function showAddress(value: string): ShownAddress | null {
  const parts = parseText(value.trim())
  const [first, ...more] = parts
  const fixed = first?.kind === 'text' ? first.text : ''
  const isOpen = fixed === '' || more.length > 0
  // Up to a slash, an ingredient may still change the host.
  if (isOpen && !/^https?:\/\/[^/?#\\\s]+[/?#\\]/i.test(fixed)) {
    return { shown: 'an address that ingredients decide', host: null, is_secret: false }
  }
  if (!URL.canParse(fixed)) return null
  const url = new URL(fixed)
  if (!/^https?:$/.test(url.protocol)) return null
  // Also behind an ingredient, which takes no part.
  const whole = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const is_secret = holdsSecret(URL.canParse(whole) ? new URL(whole) : url)
  const path = is_secret ? '' : `${url.pathname}${isOpen ? '…' : ''}`
  return { shown: `${url.host}${path === '/' ? '' : path}`, host: url.hostname, is_secret }
}

function holdsSecret(url: URL): boolean {
  const { username, password, hostname, pathname, searchParams, hash } = url
  if (username || password) return true
  if (HOOK_HOSTS.some((known) => (known.startsWith('.') ? hostname.endsWith(known) : hostname === known))) return true
  if (HOOK_PATH.test(pathname)) return true
  const named = [...searchParams, ...new URLSearchParams(hash.slice(1))]
  if (named.some(([name, value]) => value !== '' && (SECRET_NAME.test(name) || isToken(value)))) return true
  return pathname.split('/').some(isToken) || hostname.split('.').some(isToken)
}

/** Long, and not made of words: no name changes that often between letters, digits and capitals. */
function isToken(part: string): boolean {
  const word = part.replaceAll(/[-_.:~=]|%[\da-f]{2}/gi, '')
  if (/^(?=.*\d)(?=.*[a-f])[\da-f]{12,}$/i.test(word) || /^[a-z]{24,}$/i.test(part)) return true
  return word.length >= 14 && (word.match(/\d+|[A-Z]+/g) ?? []).length > 2
}
