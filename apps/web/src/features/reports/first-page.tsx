import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './first-page.module.css'

/** The first page of a file as a picture, in the shape of a sheet while it is on its way. */
export function FirstPage({ href, name }: { href: string; name: string }) {
  // Links are renewed every few minutes; a picture that is shown stays.
  const [shown, setShown] = useState(href)
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')
  if (state === 'failed') {
    const retry = () => {
      // The same address would not be asked for again.
      setShown(`${href}&try=${Date.now()}`)
      setState('loading')
    }
    return (
      <Card as="div" kind="inset" gap={3} align="start" tone="quiet" role="alert">
        <p>{t('previewFailed')}</p>
        <Button onClick={retry}>{t('retry')}</Button>
      </Card>
    )
  }
  return (
    <img
      className={css.page}
      src={shown}
      alt={t('firstPageAlt', { name })}
      aria-busy={state === 'loading'}
      data-loading={state === 'loading' || undefined}
      onLoad={() => setState('there')}
      onError={() => setState('failed')}
    />
  )
}
