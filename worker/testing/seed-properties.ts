import { env } from 'cloudflare:test'
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(env['SEED']) })
