import { html } from 'hono/html'
import type { Html } from '../../stand-in/stand-in-page.ts'

/** `time` in ms. */
export function momentText(time: number): Html {
  const date = new Date(time)
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  return html`<time datetime="${date.toISOString()}">${text}</time>`
}
