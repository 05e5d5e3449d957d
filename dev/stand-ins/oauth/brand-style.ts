import { html } from 'hono/html'
import type { Html } from '../stand-in/stand-in-page.ts'

export function monogram(service: { name: string }): Html {
  return html`<span class="monogram" aria-hidden="true">${service.name[0]}</span>`
}

export function brandStyle(color: string): string {
  return `--brand: ${color}; --on-brand: ${inkOn(color)}`
}

/** The text color on a brand color: white where it reaches 4.5:1, else ink. */
function inkOn(color: string): '#fff' | '#16181d' {
  return 1.05 / (luminance(color) + 0.05) >= 4.5 ? '#fff' : '#16181d'
}

/** Relative luminance of #rrggbb, as WCAG defines it. */
function luminance(color: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
