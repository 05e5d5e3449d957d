import type { WranglerConfig } from '../config/deployed-config.ts'
import { ok, open, type Finding } from './finding.ts'

/** Whether the Worker reaches the models of Cloudflare, where its setting asks for them. */
export function examineLanguageModel({ vars, ai }: Pick<WranglerConfig, 'vars' | 'ai'>): Finding[] {
  if (vars?.['AI_PROVIDER'] !== 'workers-ai') return []
  return [
    ai?.binding === 'AI'
      ? ok("the binding AI, for Cloudflare's language models")
      : open(
          'AI_PROVIDER is workers-ai, but wrangler.toml has no [ai] with the binding AI',
          'add [ai] to wrangler.toml, then npm run deploy',
        ),
  ]
}
