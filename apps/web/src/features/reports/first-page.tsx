import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './first-page.module.css'

/** The first page of a file as an image, with a placeholder of the same size while it loads. */
export function FirstPage({ href, name }: { href: string; name: string }) {
  // Links are renewed every few minutes. An image that is already shown keeps its link.
  const [shown, setShown] = useState(href)
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')
  if (state === 'failed') {
    const retry = () => {
      // The browser wouldn't request the same URL again.
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
