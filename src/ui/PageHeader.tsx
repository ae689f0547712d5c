import { Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PageHeader.module.css'

type Crumb = { label: string; link?: Pick<LinkProps, 'to' | 'params' | 'search'> }

type Props = { title: string; subtitle?: ReactNode; breadcrumb?: readonly Crumb[]; actions?: ReactNode }

/** The header of every page: its title, which is also the window's, breadcrumbs, and actions for the whole page. */
export function PageHeader({ title, subtitle, breadcrumb = [], actions }: Props) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = t('windowTitle', { page: title })
  }, [t, title])
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {breadcrumb.length > 0 && (
          <nav aria-label={t('breadcrumb')}>
            <ol className={classes.crumbs}>
              {breadcrumb.map(({ label, link }) => (
                <li key={label}>{link ? <Link {...link}>{label}</Link> : label}</li>
              ))}
            </ol>
          </nav>
        )}
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {subtitle && (
          <Text component="div" c="dimmed">
            {subtitle}
          </Text>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
