import { html } from 'hono/html'
import type { Html } from '../stand-in/stand-in-page.ts'

const address = /https?:\/\/[^\s<>"']+/g

/** Makes the URLs in plain text clickable; a period or bracket that ends the sentence stays outside. */
export function linkify(text: string): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(/[.,;:!?)\]]+$/, '')
    parts.push(html`${text.slice(end, match.index)}<a href="${url}">${url}</a>`)
    end = match.index + url.length
  }
  return [...parts, html`${text.slice(end)}`]
}
