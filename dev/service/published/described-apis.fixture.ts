import { homeAssistantApi } from './described/home-assistant-api.ts'
import { matrixApi } from './described/matrix-api.ts'
import { ntfyApi } from './described/ntfy-api.ts'
import { publishedOpenApi } from './published-open-api.fixture.ts'
import { pushoverApi } from './described/pushover-api.ts'
import { wordpressApi } from './described/wordpress-api.ts'
import { zulipApi } from './described/zulip-api.ts'

/** APIs that no package publishes, as we describe them from their documentation. */
export const DESCRIBED = {
  home_assistant: publishedOpenApi(homeAssistantApi),
  matrix: publishedOpenApi(matrixApi),
  ntfy: publishedOpenApi(ntfyApi),
  pushover: publishedOpenApi(pushoverApi),
  wordpress: publishedOpenApi(wordpressApi),
  zulip: publishedOpenApi(zulipApi),
}
