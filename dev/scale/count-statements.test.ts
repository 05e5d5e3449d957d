import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, onTestFinished, test } from 'vitest'
import { COUNT_STATEMENTS, TAKE_PATH } from './count-statements.ts'

const WORKER = `
  export default {
    async fetch(request, env) {
      try {
        await env.DB.batch([env.DB.prepare('create table if not exists notes (text not null)'), env.DB.prepare('insert into notes values (null)')])
      } catch (error) {
        return new Response(error.message)
      }
    },
  }`

test('a counted Worker reads why D1 refused its batch', async () => {
  const modules = [
    { type: 'ESModule' as const, path: 'wrapper.js', contents: COUNT_STATEMENTS },
    { type: 'ESModule' as const, path: 'api/index.js', contents: WORKER },
    { type: 'ESModule' as const, path: 'runner/index.js', contents: 'export class Runner {}' },
  ]
  const worker = {
    name: 'counted',
    modules,
    compatibilityDate: '2026-08-01',
    compatibilityFlags: ['nodejs_compat'],
    d1Databases: ['DB'],
  }
  const miniflare = new Miniflare(convertV4MiniflareOptions({ workers: [worker] }))
  onTestFinished(() => miniflare.dispose())
  const ask = async (path: string) => (await miniflare.dispatchFetch(`http://localhost${path}`)).text()
  expect(await ask('/')).toContain('NOT NULL constraint failed: notes.text')
  expect(JSON.parse(await ask(TAKE_PATH))).toEqual([])
})
