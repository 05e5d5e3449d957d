import { useId } from 'react'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import { useFold } from '../../ui/part/use-fold.ts'
import type { RunSettingsProps } from './run-settings-form.tsx'
import './health.css'

const load = () => import('./run-settings-form.tsx').then(({ RunSettingsForm }) => RunSettingsForm)

/** The settings that users have for an Applet's runs. The form loads when it is unfolded. */
export function RunSettings(props: RunSettingsProps) {
  const title = useId()
  const { fold, open, approach, Part: Form } = useFold(load)
  return (
    <section className="run-settings" aria-labelledby={title}>
      <h2 id={title}>How it runs</h2>
      <details {...fold}>
        <summary {...approach}>Limits, quiet hours and contents</summary>
        {Form ? <Form {...props} /> : open ? <Skeleton shape="row" /> : null}
      </details>
    </section>
  )
}
