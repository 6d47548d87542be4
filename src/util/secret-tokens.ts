// Credentials that show by their form what they are, wherever they stand: tokens by the prefixes that their issuers document,
// private keys by how they are encoded, addresses that are a secret as a whole. Pure, linear time.
/** Tokens that are secrets by their shape, wherever they stand. Prefixes as their issuers document them. */
export const TOKENS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["api_key", /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9_-]{16,}/g],
  ["github_token", /(?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g],
  ["gitlab_token", /(?<![A-Za-z0-9_-])gl(?:pat|dt|rt|cbt|ptt|soat)-[A-Za-z0-9_-]{16,}/g],
  ["aws_key", /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  ["aliyun_key", /(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/g],
  ["tencent_key", /(?<![A-Za-z0-9])AKID[A-Za-z0-9]{13,40}(?![A-Za-z0-9])/g],
  ["google_key", /(?<![A-Za-z0-9_-])(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})/g],
  ["slack_token", /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ["stripe_key", /(?<![A-Za-z0-9])(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}/g],
  ["npm_token", /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/g],
  ["pypi_token", /(?<![A-Za-z0-9])pypi-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}/g],
  ["huggingface_token", /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g],
  ["sendgrid_key", /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}/g],
  ["telegram_token", /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}/g],
  ["age_key", /AGE-SECRET-KEY-1[A-Z0-9]{40,}/g],
  ["glm_key", /(?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])/g],
  ["jwt", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
  ["shopify_token", /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss|tka)_[A-Fa-f0-9]{32}/g],
  ["square_token", /(?<![A-Za-z0-9])sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}/g],
  ["digitalocean_token", /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}/g],
  ["tailscale_key", /(?<![A-Za-z0-9])tskey-[a-z]{2,12}-[A-Za-z0-9-]{10,}/g],
  ["atlassian_token", /(?<![A-Za-z0-9])AT(?:ATT|CTT|BB)[A-Za-z0-9_=-]{20,}/g],
  ["facebook_token", /(?<![A-Za-z0-9])EAA(?=[A-Za-z]*\d)[A-Za-z0-9]{17,}/g],
  ["vault_token", /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{20,}/g],
  ["docker_token", /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/g],
  ["grafana_token", /(?<![A-Za-z0-9])gl(?:c|sa)_[A-Za-z0-9_+/=]{20,}/g],
  [
    "service_token",
    /(?<![A-Za-z0-9])(?:gsk|r8|figd|lin_api|ntn|nfp|sntry[su]|rubygems|xai|pplx|dapi|PMAK)[_-](?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{24,}/g,
  ],
  [
    "webhook",
    /https?:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|[\w.-]{1,60}\.webhook\.office\.com\/webhookb2|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook)\/[\w/@-]{8,}/g,
  ],
  [
    "webhook",
    /(?<=oapi\.dingtalk\.com\/robot\/send\?access_token=|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=)[\w-]{16,}/g,
  ],
  // ASN.1 in base64: a sequence that begins with the version of a private key, not with that of a certificate or a public key.
  [
    "private_key",
    /(?<![A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA|MIG[A-Za-z0-9+/]AgEAM|MHcCAQEE|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/]{16,}={0,2}(?:\s[A-Za-z0-9+/]{40,}={0,2})*/g,
  ],
];
