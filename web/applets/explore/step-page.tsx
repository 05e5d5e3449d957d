import type { StepPage } from '../../../worker/contract/applets/browse.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import { AppletGrid } from '../../site/grids/applet-grid.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { EmptyState } from '../../ui/panel/empty-state.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { ExclusiveNote } from './exclusive-note.tsx'
import { STEP_WORDS } from './step-words.ts'
import '../../ui/styles/tables.css'
import './step-page.css'
import '../../site/grids/shelf.css'
import './service-page.css'

/** A trigger, query or action of a service: its purpose, its fields and the Applets that use it (§2.2). */
export function Page({ data: { service, step, fields, ingredients, applets }, session }: PageProps<StepPage>) {
  const { one } = STEP_WORDS[step.kind]
  return (
    <div className="step-page">
      <header className={`service-head ${brandClasses(service.brand)}`}>
        <BrandFill brand={service.brand} />
        <div className="page">
          <p className="kind">
            <a href={`/${service.module_name}`}>
              <ServiceIcon name="" src={service.monochrome_image_url} size={40} mono lead />
              {service.name}
            </a>
            <span>{one}</span>
          </p>
          <h1>{step.name}</h1>
          <p>{step.description}</p>
          <ExclusiveNote service={service} kind={step.kind} session={session} />
        </div>
      </header>
      <section className="page shelf" aria-labelledby="fields">
        <h2 id="fields">What you fill in</h2>
        {fields.length === 0 ? <p>Nothing. It works as is.</p> : <FieldList fields={fields} />}
      </section>
      {ingredients.length > 0 && (
        <section className="page shelf" aria-labelledby="ingredients">
          <h2 id="ingredients">Ingredients</h2>
          <p>{INGREDIENT_WORDS[step.kind]}</p>
          <IngredientTable ingredients={ingredients} />
        </section>
      )}
      <section className="page shelf" aria-labelledby="applets">
        <h2 id="applets">Applets with this {one.toLowerCase()}</h2>
        {applets.length > 0 ? (
          <AppletGrid applets={applets} />
        ) : (
          <EmptyState title="No Applets yet" text={`Nobody has published an Applet with this ${one.toLowerCase()}.`}>
            <ButtonLink href={`/${service.module_name}`} kind="secondary">
              More from {service.name}
            </ButtonLink>
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function FieldList({ fields }: Pick<StepPage, 'fields'>) {
  return (
    <dl className="field-list">
      {fields.map(({ label, hint, required, filter_name }) => (
        <div key={label}>
          <dt>
            {label}
            {required ? null : <span className="quiet-text"> (optional)</span>}
          </dt>
          {hint ? <dd className="quiet-text">{hint}</dd> : null}
          {filter_name ? (
            <dd className="quiet-text">
              In filter code: <code>{filter_name}</code>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

/** Actions report nothing to the steps after them. */
const INGREDIENT_WORDS: Record<StepKind, string> = {
  trigger: 'What it tells your Applet each time it starts.',
  query: 'What your Applet can use of each thing it finds.',
  action: '',
}

function IngredientTable({ ingredients }: Pick<StepPage, 'ingredients'>) {
  return (
    <table className="as-cards ingredients">
      <thead>
        <tr>
          <th scope="col">Ingredient</th>
          <th scope="col">In filter code</th>
          <th scope="col">Example</th>
        </tr>
      </thead>
      <tbody>
        {ingredients.map(({ name, example, filter_name }) => (
          <tr key={filter_name}>
            <th scope="row">{name}</th>
            <td data-label="In filter code">
              <code>{filter_name}</code>
            </td>
            <td data-label="Example">{example}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
