import { matrixApi } from './matrix-api.ts'
import { ntfyApi } from './ntfy-api.ts'
import { publishedOpenApi } from './published-open-api.fixture.ts'
import { pushoverApi } from './pushover-api.ts'
import { wordpressApi } from './wordpress-api.ts'
import { zulipApi } from './zulip-api.ts'

/** APIs that no package publishes, as we describe them from their documentation. */
export const DESCRIBED = {
  matrix: publishedOpenApi(matrixApi),
  ntfy: publishedOpenApi(ntfyApi),
  pushover: publishedOpenApi(pushoverApi),
  wordpress: publishedOpenApi(wordpressApi),
  zulip: publishedOpenApi(zulipApi),
}
