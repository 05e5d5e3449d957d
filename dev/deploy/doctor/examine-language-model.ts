import type { WranglerConfig } from '../config/deployed-config.ts'
import { note, type Finding } from './finding.ts'

/** Who reads the sentences on /create: a deployment asks Cloudflare's models unless its settings say otherwise. */
export function examineLanguageModel({ vars }: Pick<WranglerConfig, 'vars'>): Finding[] {
  switch (vars?.['AI_PROVIDER']) {
    case 'workers-ai':
      return [
        note(
          `Cloudflare's language model reads sentences on /create, which costs Neurons. To go without it, set "AI_PROVIDER": "off" under "vars" in deployment.json.`,
        ),
      ]
    case 'openai':
      return [note(`${String(vars['AI_BASE_URL'] || 'OpenAI')} reads sentences on /create.`)]
    default:
      return []
  }
}
