import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

const pageHeaders = {
  'cache-control': 'no-store',
  // Not no-referrer: a form would then post with Origin null, which same-origin-only refuses.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // No form-action: Chromium applies it to the redirect that follows a form, and consent ends in one.
  'content-security-policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}

/** Renders a page of a stand-in: no script, one style sheet, light or dark as the reader's system prefers. */
export async function standInPage(title: string, body: Html, status = 200): Promise<Response> {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`
  return new Response(String(await document), {
    status,
    headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' },
  })
}
