import { main } from '../../processes/run.ts'
import { PORT } from '../../settings/ports.ts'
import { startLanguageModel, STAND_IN_KEY } from './start-language-model.ts'

/** `node dev/bootstrap.mjs stand-ins/language-model/run-language-model`: the stand-in for a language model, until Ctrl-C, on PORT + 5. */
await main(async () => {
  const { origin, baseUrl } = await startLanguageModel(PORT + 5)
  console.log(`A language model that you can make fail: ${origin}

For .dev.vars, before npm start:
AI_PROVIDER=openai
AI_BASE_URL=${baseUrl}
AI_MODEL=local
AI_API_KEY=${STAND_IN_KEY}
TRUSTED_ORIGINS=${origin}`)
})
