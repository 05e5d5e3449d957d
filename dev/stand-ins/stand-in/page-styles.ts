import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'

const base = new URL('./stand-in-page.css', import.meta.url)

/** Serves the base styles and the stand-in's own as one style sheet. */
export function servePageStyles(app: Hono, ...own: URL[]): void {
  const css = [base, ...own].map((file) => readFileSync(file, 'utf8')).join('\n')
  const asStyles = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }
  app.get('/page.css', (c) => c.body(css, 200, asStyles))
}
