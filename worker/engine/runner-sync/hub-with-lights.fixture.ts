import { aHub, type AppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { changeDocument } from '../../db/applets/catalog-documents.ts'

/** A dynamic connection whose actions belong to its feature "lights". */
export async function aHubWithLights(world: AppletFixture) {
  const hub = await aHub(world)
  await changeDocument(world.db, hub, ({ steps, ...doc }) => ({
    ...doc,
    steps: steps.map((step) => (step.kind === 'action' ? { ...step, feature: 'lights' } : step)),
  }))
  return hub
}
