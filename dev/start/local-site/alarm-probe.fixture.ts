import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { atPort, durableObjectsOf, type DurableObjectBinding } from './miniflare-options.ts'

/** The options of the probe, as JSON in its first argument. */
export type ProbeOptions = { bindings: DurableObjectBinding[]; flags: string[]; date: string; folder: string }

/** A Durable Object in place of the Runner, which writes down its alarms and calls. */
const PROBE = `
  import { DurableObject } from 'cloudflare:workers'
  export class Runner extends DurableObject {
    constructor(ctx, env) {
      super(ctx, env)
      ctx.storage.sql.exec('create table if not exists alarms (due integer, rang integer)')
      ctx.storage.sql.exec('create table if not exists calls (began integer, ended integer)')
    }
    async fetch(request) {
      const { searchParams } = new URL(request.url)
      if (searchParams.has('call')) {
        this.ctx.waitUntil(this.call(searchParams.get('call')))
        return new Response(null, { status: 202 })
      }
      if (searchParams.has('calls')) return Response.json(this.ctx.storage.sql.exec('select * from calls').toArray())
      if (searchParams.has('due')) {
        const due = Number(searchParams.get('due'))
        this.ctx.storage.sql.exec('insert into alarms (due) values (?)', due)
        await this.ctx.storage.setAlarm(due)
      }
      return Response.json(this.ctx.storage.sql.exec('select * from alarms').toArray())
    }
    async call(url) {
      const began = Date.now()
      this.ctx.storage.sql.exec('insert into calls (began) values (?)', began)
      await (await fetch(url, { method: 'POST', body: '{"id":"long"}' })).text()
      this.ctx.storage.sql.exec('update calls set ended = ? where began = ?', Date.now(), began)
    }
    alarm() {
      this.ctx.storage.sql.exec('update alarms set rang = ? where rang is null', Date.now())
    }
  }
  export default {
    fetch: (request, env) => env.RUNNER.getByName(new URL(request.url).pathname).fetch(request),
  }`

/** Runs the probe as the journeys' stack runs the Worker, and prints its address. */
if (import.meta.main) {
  const { bindings, flags, date, folder }: ProbeOptions = JSON.parse(process.argv[2] ?? '')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...atPort(0, folder),
      name: 'probe',
      modules: true,
      script: PROBE,
      compatibilityDate: date,
      compatibilityFlags: flags,
      durableObjects: durableObjectsOf(bindings),
    }),
  )
  console.log((await miniflare.ready).href)
}
