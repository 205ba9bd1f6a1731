import { saveNews, unsaveNews } from '@signet/contract/messages/news'
import type { Page } from '@signet/contract/wire'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { newsItemQuery, type NewsItem } from './news.api.ts'
import { useAction } from '../../ui/controls/use-action.ts'

/** Saves a news item for the reader or removes it. The change is shown at once and reverted when the server refuses it. */
export function SaveNews({ item }: { item: NewsItem }) {
  const client = useQueryClient()
  const company = useCompany()
  // An item that is no longer saved stays in the list until the next load, so that a mistake can be undone.
  const show = (isKept: boolean) => {
    const changed = (old: NewsItem) => (old.id === item.id ? { ...old, isSaved: isKept } : old)
    client.setQueryData(newsItemQuery(company, item.id).queryKey, (old) => old && changed(old))
    client.setQueriesData<Page<NewsItem>>(
      { queryKey: [company, 'news', 'list'] },
      (old) => old && { ...old, items: old.items.map(changed) },
    )
  }
  const isSaved = !item.isSaved
  const { isBusy, run } = useAction(
    async () => {
      show(isSaved)
      await call(isSaved ? saveNews : unsaveNews, { params: { newsId: item.id }, query: { company } })
      toast(isSaved ? t('saved') : t('unsaved'))
      // The other lists aren't visible and are loaded again when they are opened.
      void client.invalidateQueries({ queryKey: [company, 'news', 'list'], refetchType: 'none' })
    },
    {
      failed: (reason) => {
        show(!isSaved)
        return t('updateFailed', { title: item.title, reason })
      },
    },
  )
  const Icon = item.isSaved ? IconBookmarkFilled : IconBookmark
  return (
    <IconButton
      label={item.isSaved ? t('unsaveTitle', { title: item.title }) : t('saveTitle', { title: item.title })}
      data-tip={item.isSaved ? t('unsave') : t('save')}
      disabled={isBusy}
      onClick={run}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </IconButton>
  )
}
