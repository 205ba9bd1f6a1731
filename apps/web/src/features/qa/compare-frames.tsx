import type { QADetail } from '@signet/contract/qa'
import { useState } from 'react'
import { defang } from '../../format/defang.ts'
import { fileSize } from '../../format/file-size.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Rich } from '../../ui/rich.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { t } from '../../words/words.ts'
import css from './compare-frames.module.css'

type View = 'suspect' | 'official' | 'both'
type Capture = QADetail['evidence'][number]

/** The capture of the suspect, and what the client's own presence is known by: its mark, name and official domains. */
export function CompareFrames({ threat, captures }: { threat: QADetail; captures: readonly Capture[] }) {
  const info = useClientInfo()
  const [view, setView] = useState<View>('suspect')
  // The brand it imitates has a mark of its own; what is known of none is shown as the company.
  const name = threat.officialBrand?.name ?? info?.name ?? ''
  const logo = threat.officialBrand?.logo ?? info?.logo
  const [capture] = captures
  if (!capture) return null
  return (
    <section className={css.compare} aria-label={t('Captures')}>
      <header className={css.bar}>
        <Segments<View>
          label={t('What is shown')}
          choices={[
            { value: 'suspect', label: t('Suspect') },
            { value: 'official', label: t('Official') },
            { value: 'both', label: t('Side by side') },
          ]}
          value={view}
          onChange={setView}
        />
        <small>
          <Rich
            text={t('Captured {time}, {size}')}
            values={{ time: <TimeAgo isWithin at={capture.capturedAt} />, size: fileSize(capture.size) }}
          />
        </small>
      </header>
      <div className={css.frames} data-view={view}>
        {view === 'official' ? null : (
          <figure>
            <img src={capture.href} alt={t('Capture of {title}', { title: shownTitle(threat.source, threat.title) })} />
            {view === 'both' ? <figcaption>{t('Suspect')}</figcaption> : null}
          </figure>
        )}
        {view === 'suspect' ? null : (
          <figure>
            <div className={css.plate}>
              {logo ? (
                // A mark is drawn for light ground and is never recoloured.
                <span className={css.logo} data-theme="light">
                  <img src={logo} alt={t('Logo of {company}', { company: name })} />
                </span>
              ) : null}
              <b>{name}</b>
              {threat.official.length > 0 ? (
                <ul aria-label={t('Official domains')}>
                  {threat.official.map((domain) => (
                    <li key={domain} className="mono">
                      {defang(domain)}
                    </li>
                  ))}
                </ul>
              ) : (
                <p>{t('No official domain is set down for this brand.')}</p>
              )}
            </div>
            {view === 'both' ? <figcaption>{t('Official')}</figcaption> : null}
          </figure>
        )}
      </div>
      {captures.slice(1).map((more) => (
        <figure key={more.id} className={css.more}>
          <img src={more.href} alt={t('Capture of {title}', { title: shownTitle(threat.source, threat.title) })} />
          <figcaption>
            <Rich
              text={t('Captured {time}, {size}')}
              values={{ time: <TimeAgo isWithin at={more.capturedAt} />, size: fileSize(more.size) }}
            />
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
