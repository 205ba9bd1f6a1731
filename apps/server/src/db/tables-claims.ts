export interface QaClaimsTable {
  company_id: number
  threat_id: string
  user_id: string
  user_name: string
  expires_at: Date
}

export interface ClaimsTables {
  qa_claims: QaClaimsTable
}
