import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { type GuidePage, guidePage, isGuidePage } from '#app/data/guide.ts'
import { hasShortages, isOpenTo } from '#app/data/home.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { PageSkeleton } from '#app/ui/Skeletons.tsx'
import type { Account } from '#contract/account.ts'
import classes from './Guide.module.css'
import { guideTexts, withLabels } from './guide-texts.ts'

export const Route = createFileRoute('/_signed-in/dashboard/guide/$page')({
  // Not beforeLoad, which would bring the list of pages into the first script.
  loader: ({ params }) => {
    if (!isGuidePage(params.page)) throw redirect({ to: '/dashboard/guide', replace: true })
  },
  component: GuidePageScreen,
})

/** A page of the user guide: what a screen is for, the steps, and related pages. */
function GuidePageScreen() {
  const { t, i18n } = useTranslation('guide')
  const { page: name } = Route.useParams()
  const { data: pages, isError } = useQuery(guideTexts(i18n.language))
  if (isError || !isGuidePage(name)) return <PartMissing />
  if (!pages) return <PageSkeleton />
  const { title, text, steps, notes = [] } = pages[name]
  const { related, picture } = guidePage(name)
  const target = openFor(getSession().account, guidePage(name).opens)
  return (
    <>
      <PageHeader
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/guide' } }, { label: title }]}
        title={title}
        subtitle={text}
        actions={
          target && (
            <LinkButton to={target} size="md">
              {t('open')}
            </LinkButton>
          )
        }
      />
      <div className={classes.body} data-picture={picture}>
        <article className={classes.words}>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step}>
                <Labelled text={step} />
              </li>
            ))}
          </ol>
          {notes.length > 0 && (
            <section aria-labelledby="notes" className={classes.notes}>
              <Title order={2} id="notes">
                {t('notes')}
              </Title>
              <ul>
                {notes.map((note) => (
                  <li key={note}>
                    <Labelled text={note} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </article>
        {picture && <GuidePicture name={name} kind={picture} alt={t('picture', { title })} />}
      </div>
      <nav aria-labelledby="related" className={classes.related}>
        <Title order={2} id="related">
          {t('related')}
        </Title>
        <ul>
          {related.map((other) => (
            <li key={other}>
              <Link to="/dashboard/guide/$page" params={{ page: other }} className={classes.link}>
                {pages[other].title}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/dashboard/guide" className={classes.link}>
              {t('all')}
            </Link>
          </li>
        </ul>
      </nav>
    </>
  )
}

/** The screen of a page, if this company has it. */
function openFor(account: Account, opens: ReturnType<typeof guidePage>['opens']): string | undefined {
  const target = opens[account.companyRole]
  const isOpen = target && isOpenTo(account, target) && (hasShortages(account) || !target.startsWith('/dashboard/shortages'))
  return isOpen ? target : undefined
}

function Labelled({ text }: { text: string }) {
  return withLabels(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
    index % 2 === 0 ? part : <strong key={index}>{part}</strong>,
  )
}

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }

/** A picture of the screen. It is cached when first shown, so offline it may be missing. */
function GuidePicture({ name, kind, alt }: { name: GuidePage; kind: 'phone' | 'desk'; alt: string }) {
  const { t } = useTranslation('guide')
  const [isMissing, setMissing] = useState(false)
  return (
    <figure className={classes.picture} data-kind={kind}>
      {isMissing ? (
        <p className={classes.missing}>{t('pictureMissing')}</p>
      ) : (
        <img src={`/guide/${name}.png`} alt={alt} {...SIZES[kind]} loading="lazy" onError={() => setMissing(true)} />
      )}
    </figure>
  )
}
