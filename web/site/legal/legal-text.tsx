import { useSite } from '../site-context.tsx'
import './legal-text.css'

/** A heading for the operator's text, with the facts that the product itself guarantees. */
export type LegalSection = { title: string; facts?: readonly string[] }

type Props = { title: string; sections: readonly LegalSection[] }

/** Terms or privacy as far as the software knows them; the legal text is up to the operator. */
export function LegalText({ title, sections }: Props) {
  const { product_name, support_url } = useSite()
  return (
    <article className="legal-text column">
      <h1>{title}</h1>
      <p className="unwritten">
        The operator of {product_name} has not added their text yet. Below are the headings it will have, and what the
        product does already.
      </p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.facts?.map((fact) => <p key={fact}>{fact}</p>) ?? <p className="quiet-text">Not written yet.</p>}
        </section>
      ))}
      {support_url && (
        <p>
          Questions? <a href={support_url}>Contact us</a>
        </p>
      )}
    </article>
  )
}
