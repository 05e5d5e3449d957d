import { applyD1Migrations, env } from 'cloudflare:test'

await applyD1Migrations(env.DB, env.MIGRATIONS)
await applyD1Migrations(env.SEARCH, env.SEARCH_MIGRATIONS)
