import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { getSession } from '#app/data/device.ts'
import { GUIDE_PAGES, guidePage } from '#app/data/guide.ts'
import { searchParam } from '#app/data/search-param.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { PageSkeleton } from '#app/ui/Skeletons.tsx'
import classes from './Guide.module.css'
import { type Found, findPages, guideTexts, withLabels } from './guide-texts.ts'

const Search = v.object({ q: searchParam(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))) })

export const Route = createFileRoute('/_signed-in/dashboard/guide/')({ validateSearch: Search, component: GuideScreen })

/** All pages of the user guide, those of the user's own work first, and a search in them. It is available offline. */
function GuideScreen() {
  const { t, i18n } = useTranslation('guide')
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: pages, isError } = useQuery(guideTexts(i18n.language))
  if (isError) return <PartMissing />
  if (!pages) return <PageSkeleton />
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  const parts = isManager ? (['desk', 'pocket'] as const) : (['pocket', 'desk'] as const)
  const order = parts.flatMap((part) => GUIDE_PAGES.filter((name) => guidePage(name).part === part))
  const found = q === '' ? [] : findPages(pages, q, order)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('text')} />
      <div className={classes.search}>
        <SearchBox label={t('search')} value={q} onSearch={(text) => void navigate({ search: text ? { q: text } : {}, replace: true })} />
      </div>
      <div role="status" className={classes.count}>
        {q !== '' && t('found', { count: found.length })}
      </div>
      {q === '' ? (
        <div className={classes.parts}>
          {parts.map((part) => (
            <Card key={part} aria-labelledby={`part-${part}`}>
              <Title order={2} id={`part-${part}`} mb="xs">
                {t(`part.${part}`)}
              </Title>
              <PageList pages={order.filter((name) => guidePage(name).part === part).map((name) => ({ name, ...pages[name] }))} />
            </Card>
          ))}
        </div>
      ) : found.length === 0 ? (
        <EmptyState title={t('none', { query: q })} text={t('noneText')} />
      ) : (
        <Card aria-label={t('search')}>
          <PageList pages={found} />
        </Card>
      )}
    </>
  )
}

const PageList = ({ pages }: { pages: readonly Found[] }) => (
  <ul className={classes.pages}>
    {pages.map(({ name, title, text }) => (
      <li key={name}>
        <Link to="/dashboard/guide/$page" params={{ page: name }} className={classes.page ?? ''}>
          <span className={classes.title}>{title}</span>
          <span className={classes.line}>{withLabels(text).join('')}</span>
        </Link>
      </li>
    ))}
  </ul>
)
