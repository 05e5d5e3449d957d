import { expect, onTestFinished, test } from 'vitest'
import { startServices } from '../start-services.ts'

test('the weather is public, and tells what fell below a number', async () => {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  const ask = async (path: string) => (await fetch(`${services.origin}/skycast/api${path}`)).json()
  for (const temperature_c of ['3', '-1', '-2']) await services.control.happen('skycast', 'weather', { temperature_c })
  expect((await ask('/observations?location=Bergen&below=0')).observations).toMatchObject([
    { temperature_c: -1, previous_c: 3, location: 'Bergen' },
  ])
  expect((await ask('/forecasts?rain_from=1')).forecasts).toEqual([])
  await services.control.happen('skycast', 'rain', { rain_mm: '4' })
  expect((await ask('/forecasts?rain_from=1')).forecasts).toMatchObject([{ rain_mm: 4, location: null }])
  expect((await ask('/places?name=lis')).places).toMatchObject([{ name: 'Lisbon', timezone: 'Europe/Lisbon' }])
})
