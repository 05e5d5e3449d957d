import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { DoubleContext } from '../context/double-context.ts'
import { googleState, grantOfToken } from './google-state.ts'

/** The Picker's key and app id, as the operator of the product has them. */
export const PICKER_KEY = 'AIzaSyStandInPickerKey0123456789'
export const PICKER_APP_ID = '123456789012'

/** Google's Picker: its script, as far as the product uses it, and the frame in which files are chosen. */
export function pickerRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.get('/js/api.js', (c) => c.body(SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/picker', (c) => {
    const { oauth_token = '', developerKey, appId, origin = '' } = c.req.query()
    const grant = grantOfToken(ctx, oauth_token)
    if (!grant || developerKey !== PICKER_KEY || appId !== PICKER_APP_ID)
      return frame(html`<p role="alert">The API developer key is invalid.</p>`)
    const files = googleState(ctx).files.filter(({ account }) => account === grant.accountId)
    return frame(
      html`<h1>Select a file</h1>
        <form method="post" action="${ctx.address}/picker/picked">
          <input type="hidden" name="oauth_token" value="${oauth_token}" />
          <input type="hidden" name="origin" value="${origin}" />
          ${files.map(({ id, name }) => html`<p><button name="id" value="${id}">${name}</button></p>`)}
          <p><button name="id" value="">Cancel</button></p>
        </form>`,
    )
  })
  app.post('/picker/picked', async (c) => {
    const { oauth_token = '', id = '', origin = '' } = await c.req.parseBody<Record<string, string>>()
    const grant = grantOfToken(ctx, oauth_token)
    const file = googleState(ctx).files.find((each) => each.id === id && each.account === grant?.accountId)
    if (file) file.shared = true
    ctx.save()
    const docs = file ? [{ id, name: file.name, mimeType: 'application/vnd.google-apps.spreadsheet' }] : []
    const message = { stand_in_picker: { action: file ? 'picked' : 'cancel', docs } }
    const text = JSON.stringify([message, origin]).replaceAll('<', String.raw`\u003c`)
    return frame(
      html`<script type="application/json" id="message">
          ${raw(text)}
        </script>
        <script src="${ctx.address}/js/picked.js"></script>`,
    )
  })
  app.get('/js/picked.js', (c) => c.body(PICKED, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  return app
}

async function frame(body: ReturnType<typeof html>): Promise<Response> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta name="color-scheme" content="light dark" />
        <title>Google Drive</title>
      </head>
      <body>
        ${body}
      </body>
    </html>`
  return new Response(String(await page), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const PICKED = `const [message, origin] = JSON.parse(document.getElementById('message').textContent)
parent.postMessage(message, origin)`

/** The names are those of Google's script; \`google\` is there only after \`gapi.load\`. */
const SCRIPT = `{
  const base = new URL('..', document.currentScript.src).href
  class DocsView {
    constructor(viewId) { this.viewId = viewId }
    setMode() { return this }
    setMimeTypes() { return this }
  }
  class Picker {
    constructor(asked) { this.asked = asked }
    setVisible(visible) {
      if (!visible) return void this.frame?.remove()
      const { callback, origin = location.origin, ...query } = this.asked
      this.frame = document.createElement('iframe')
      this.frame.className = 'picker-dialog-frame'
      this.frame.title = 'Google Drive'
      this.frame.style.cssText = 'position: fixed; inset: 10% 5%; width: 90%; height: 80%; border: 1px solid; z-index: 1001; background: canvas'
      this.frame.src = base + 'picker?' + new URLSearchParams({ ...query, origin })
      addEventListener('message', ({ source, data }) => {
        if (source !== this.frame.contentWindow || !data?.stand_in_picker) return
        this.frame.remove()
        callback(data.stand_in_picker)
      })
      document.body.append(this.frame)
      callback({ action: 'loaded' })
    }
    dispose() { this.frame?.remove() }
  }
  class PickerBuilder {
    asked = {}
    setOAuthToken(token) { this.asked.oauth_token = token; return this }
    setDeveloperKey(key) { this.asked.developerKey = key; return this }
    setAppId(id) { this.asked.appId = id; return this }
    setOrigin(origin) { this.asked.origin = origin; return this }
    setCallback(callback) { this.asked.callback = callback; return this }
    setTitle() { return this }
    addView() { return this }
    build() { return new Picker(this.asked) }
  }
  window.gapi = {
    load(names, { callback }) {
      window.google = {
        picker: { PickerBuilder, DocsView, ViewId: { SPREADSHEETS: 'spreadsheets' }, Action: { PICKED: 'picked', CANCEL: 'cancel' } },
      }
      setTimeout(callback)
    },
  }
}`
