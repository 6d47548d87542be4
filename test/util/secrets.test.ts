import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPersonalData, findSecrets, findSensitive, maskPersonalData, maskSecrets } from "../../src/util/secrets.ts";

// Assembled so that scanners of the repository do not take them for real ones.
const body = "abcdefghijklmnopqrstuvwx";
const jwt = `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0NTY3ODkwIn0"}.dozjgNryP4J3jVmNHl0w5N`;
const pem = `-----BEGIN RSA PRIVATE ${"KEY"}-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE ${"KEY"}-----`;

describe("credentials are found and masked, the rest of the sentence stays", () => {
  test.each([
    [`部署密码是 Hunter2!，API_KEY=sk-${body}`, "部署密码是 ***，API_KEY=***"],
    ["密码是 Abc12345", "密码是 ***"],
    ["数据库密码：hunter22，端口 5432", "数据库密码：***，端口 5432"],
    ["登录口令为 9527abcd", "登录口令为 ***"],
    ["测试库密码 Abc@12345", "测试库密码 ***"],
    ["the root password is Tr0ub4dor&3", "the root password is ***"],
    ['password = "correct horse 1"', 'password = "***"'],
    ["DB_PASSWORD=hunter22", "DB_PASSWORD=***"],
    ["export GLM_API_KEY=0123456789abcdef0123456789abcdef.ABCDEFGHIJKLMNOP", "export GLM_API_KEY=***"],
    ["secretKey: aB3dE5fG7h", "secretKey: ***"],
    ["dbPassword: aB3dE5fG7h", "dbPassword: ***"],
    ['{"client_secret":"9f8e7d6c5b4a"}', '{"client_secret":"***"}'],
    [`sk-${body} 是测试 key`, "*** 是测试 key"],
    [`use ghp_${body}1234 for CI`, "use *** for CI"],
    ["AKIAIOSFODNN7EXAMPLE", "***"],
    ["LTAI5tAbCdEfGhIjKlMnOpQr 是阿里云的", "*** 是阿里云的"],
    [`token ${jwt}`, "token ***"],
    [`key:\n${pem}\nend`, "key:\n***\nend"],
    [`-----BEGIN PRIVATE ${"KEY"}-----\ncut off`, "***"],
    ["postgres://app:S3cret@db.local:5432/x", "postgres://app:***@db.local:5432/x"],
    ["redis://:passw0rd@127.0.0.1/0", "redis://:***@127.0.0.1/0"],
    [`Authorization: Bearer ${body}1234`, "Authorization: Bearer ***"],
    ["xoxb-123456789012-abcdefghij", "***"],
    ["ＰＡＳＳＷＯＲＤ=hunter2secret", "ＰＡＳＳＷＯＲＤ=***"],
    ["ＤＢ＿ＰＡＳＳＷＯＲＤ＝ｈｕｎｔｅｒ２２！其余不变", "ＤＢ＿ＰＡＳＳＷＯＲＤ＝***！其余不变"],
    ["密钥 ｓｋ－abcdefghijklmnopqrstuvwx", "密钥 ***"],
    ["𝗽𝗮𝘀𝘀𝘄𝗼𝗿𝗱: hunter22 ok", "𝗽𝗮𝘀𝘀𝘄𝗼𝗿𝗱: *** ok"],
    ["pass\u200bword=hun\u200bter22 ok", "pass\u200bword=*** ok"],
    ["㎏ ﬁ 之后：密码是 Abc12345", "㎏ ﬁ 之后：密码是 ***"],
    ["curl -u admin:Zx9Kq2pw http://h", "curl -u admin:*** http://h"],
    ["curl --user 'admin:open sesame' x", "curl --user 'admin:***' x"],
    ["wget --user=me:secretly http://h", "wget --user=me:*** http://h"],
    ["mysql -uroot -pSecret123 shop", "mysql -uroot -p*** shop"],
    ["mysqldump -u root -p'Secret123' shop", "mysqldump -u root -p'***' shop"],
    ["sshpass -p Secret123 ssh host", "sshpass -p *** ssh host"],
    ["docker login -u me -p Secret123 hub", "docker login -u me -p *** hub"],
    ["redis-cli -a Secret123 ping", "redis-cli -a *** ping"],
    ["PGPASSWORD=hunter22 psql", "PGPASSWORD=*** psql"],
    ["密码為 Abc12345", "密码為 ***"],
    ["密碼設為 Abc12345", "密碼設為 ***"],
    ["密码改成了 Abc12345", "密码改成了 ***"],
    ["密码就是 Abc12345", "密码就是 ***"],
    ["GLM_API_KEY=abcdefgh12345678.ijklmnop", "GLM_API_KEY=***"],
  ])("%s", (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});

describe("F9: a credential is found however it is called", () => {
  const key = "0a1b2c3d4e5f";
  const blob = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE" + "KEY"; // as the documentation of AWS shows it
  test.each([
    ["Authorization: Bearer mF_9.B5f-4.1JqM", "Authorization: Bearer ***"],
    ["Authorization: Bearer abcdef.ghijkl.mnopqr", "Authorization: Bearer ***"],
    ["the password for staging is hunter2", "the password for staging is ***"],
    ["the password of the db user is hunter2", "the password of the db user is ***"],
    ["password for root@db is hunter2", "password for root@db is ***"],
    ["Password for root: hunter2", "Password for root: ***"],
    [`the token for staging is ${key}`, "the token for staging is ***"],
    ["token password: hunter2", "token password: ***"],
    ["api key password: hunter2", "api key password: ***"],
    ["密码 token: abcdef123456", "密码 token: ***"],
    ["密码123456", "密码***"],
    ["默认密码 123456", "默认密码 ***"],
    ["wifi 口令 88888888", "wifi 口令 ***"],
    ["密码：一二三四五六", "密码：***"],
    ["密码用 hunter2", "密码用 ***"],
    ["密码设成hunter2", "密码设成***"],
    ["登录用户名 alice，密码就用 hunter2", "登录用户名 alice，密码就用 ***"],
    ["密码（hunter2）", "密码（***）"],
    ["密码“hunter2”", "密码“***”"],
    ["密码「hunter2」", "密码「***」"],
    ["**密码** `hunter2`", "**密码** `***`"],
    ["密 码 是 hunter2", "密 码 是 ***"],
    ["p a s s w o r d hunter2", "p a s s w o r d ***"],
    ["password -> hunter2", "password -> ***"],
    ["密码→hunter2", "密码→***"],
    ["password := hunter2", "password := ***"],
    ["| password | hunter2 |", "| password | *** |"],
    ["password(hunter2)", "password(***)"],
    ["pw is hunter2", "pw is ***"],
    ["PIN is 4821", "PIN is ***"],
    ["验证码是 123456", "验证码是 ***"],
    ["recovery code abcd-efgh-ijkl", "recovery code ***"],
    ["凭证是 hunter2", "凭证是 ***"],
    ["creds: admin:hunter2", "creds: admin:***"],
    ["凭据：admin/hunter2", "凭据：***"],
    ["账号 admin/123456", "账号 admin/***"],
    ["账号密码是 root root123", "账号密码是 root ***"],
    ["用户名密码 admin admin123", "用户名密码 admin ***"],
    ["credentials are admin / hunter2", "credentials are admin / ***"],
    ["login for the db: root:hunter2", "login for the db: ***"],
    ["root:hunter2", "root:***"],
    ["admin：hunter2", "admin：***"],
    ["admin:admin123@db.internal:3306", "admin:***@db.internal:3306"],
    ["user admin pass hunter2", "user admin pass ***"],
    [`SECRET_KEY_BASE=${key}`, "SECRET_KEY_BASE=***"],
    [`SECRET_KEY_BASE ${key}`, "SECRET_KEY_BASE ***"],
    [`AWS secret access key ${blob}`, "AWS secret access key ***"],
    [`our aws key ${blob}`, "our aws key ***"],
    [`AccountKey=${body}0123456789==`, "AccountKey=***"],
    ["license key ABCDE-FGHIJ-KLMNO-PQRST", "license key ***"],
    ["Cookie SESSDATA=abcdef1234567890", "Cookie ***"],
    ["cookie: sessionid=abcdef1234567890", "cookie: ***"],
    ["https://h/x?se=1&sig=abcdef0123456789", "https://h/x?se=1&sig=***"],
    [`https://${key}${key}@o1.ingest.sentry.io/1`, "https://***@o1.ingest.sentry.io/1"],
    [`https://hooks.slack.com/${"services"}/T00000000/B00000000/${body}`, "***"],
    [`pypi-${"AgEIcHlwaS5vcmcCJDEyMzQ1"}`, "***"],
    [`shpat_${"0123456789abcdef".repeat(2)}`, "***"],
    [`dop_v1_${"0123456789abcdef".repeat(4)}`, "***"],
    [`tskey-auth-${"kabcdef-abcdefghij"}`, "***"],
    [`sk\u2011${body}`, "***"],
    [`MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${body.repeat(2)}==`, "***"],
    ["助记词 apple banana cherry dog egg fox goat hat ice jam kite lion", "助记词 ***"],
    ["my passphrase is correct horse battery staple", "my passphrase is ***"],
  ])("%s", (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});

describe("F9: what only looks like a credential is left alone", () => {
  test.each([
    "no API key needed",
    "docker run -u 1000:1000 node",
    "docker run -u node:node -p 8080:80 app",
    "curl -u $USER:$PASS http://h",
    "mysql -uroot -p shop",
    "docker run --name mysql -p3306:3306 mysql:8",
    "数据库用 mongo，mkdir -p src/data 建目录",
    "mkdir -p src/a && cp -p a b",
    "API_KEY = settings.oauth2.clientKey",
    "ｔｏｋｅｎ：ｒｅｑｕｉｒｅｄ？",
    "process.env.API_KEY",
    "const key = process.env.API_KEY",
    ["api_key: $", "{API_KEY}"].join(""),
    "API_KEY=<your key>",
    "password: string",
    "token: required",
    "the password is hashed with bcrypt",
    "密码至少 8 位",
    "密码是 8-16 位字母和数字",
    "密码为 6 位",
    "密码存在 Vault 里",
    "密钥放在 .env 文件",
    "令牌是 JWT 格式",
    "max_tokens=4096",
    "token_budget = 50000",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "git@github.com:owner/repo.git",
    "https://example.com:8080/path",
    ["postgres://app:$", "{DB_PASSWORD}@db/x"].join(""),
    "password = getPassword()",
    "secret: config.auth.secret",
    "项目用 JDK 17",
    "token 预算是 100000",
    "task-sk-runner",
    "密码登录功能",
    "the password field is required",
    "password hashing uses argon2",
    "密码用 argon2 哈希",
    "密码用 sha256 加盐",
    "密码字段用 bcrypt 哈希",
    "密码 90 天过期",
    "密码长度 12",
    "密码错误 3 次锁定",
    "passphrase is stored in the keychain",
    "the password for the wifi is changed every 30 days",
    "| password | string |",
    "cat password | sha256sum",
    "token 用 Redis 存",
    "验证码是 6 位数字",
    "验证码接口在 /api/captcha",
    "PIN the versions of all packages",
    "login: localhost:8080",
    "登录接口 auth/login",
    "账号在 src/account/v2.ts",
    "admin/users2",
    "root:x:0:0",
    "npm:react18@18.2.0",
    'counted(total, "token")}, others',
    "token-abc123",
    "single-token *insertions*",
    "if (tokenA === tokenB) return 1",
    "Authorization: Bearer <token>",
    "Authorization: Bearer accessToken",
    "pypi-publish-action-runner",
    "cookies are kept for 30 days",
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA",
  ])("%s", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe("personal data", () => {
  test.each([
    ["我的手机号 13812345678", "我的手机号 ***"],
    ["电话 +86 138-1234-5678", "电话 ***"],
    ["call +1 415 555 2671", "call ***"],
    ["身份证 11010519491231002X", "身份证 ***"],
    ["卡号 4111 1111 1111 1111", "卡号 ***"],
    ["邮箱 zhang.san@corp.com.cn。", "邮箱 ***。"],
    ["身份证 110105 19491231 002X", "身份证 ***"],
    ["卡号 6222 0202 0011 2233 445", "卡号 ***"],
    ["银行卡 6222020200112233445", "银行卡 ***"],
    ["SSN 123-45-6789", "SSN ***"],
    ["passport E12345678", "passport ***"],
    ["护照号 E12345678", "护照号 ***"],
    ["护照号是 E12345678", "护照号是 ***"],
    ["IBAN DE89370400440532013000", "IBAN ***"],
    ["IBAN DE89 3704 0044 0532 0130 00", "IBAN ***"],
    ["tel 0755 8888 9999", "tel ***"],
    ["座机 010-62781234", "座机 ***"],
  ])("is found: %s", (text, masked) => {
    expect(maskPersonalData(text)).toBe(masked);
  });

  test.each([
    "epoch 1700000000000",
    "git@github.com:a/b",
    "端口 13800",
    "110105194912310021",
    "4111 1111 1111 1112",
    "vite@8.3.8",
    "range 100-200-3000",
    "order id 4111111111111112",
    "DE00370400440532013000",
    "000-12-3456",
    "ISBN 978-3-16-148410-0",
    "passport.js 0.7.0",
    "2024-01-02 03:04:05",
    "id 550e8400-e29b-41d4-a716-446655440000",
  ])("is not seen in: %s", (text) => {
    expect(findPersonalData(text)).toEqual([]);
  });
});

test("what was found is sorted, does not overlap, and masking leaves the text around it as it was", () => {
  const piece = fc.constantFrom(
    "密码是 Abc12345",
    `sk-${body}`,
    "a@b.com",
    " ",
    "token=",
    "普通文字",
    "://a:b1@",
    "-----",
    '"',
    "\n",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      let end = 0;
      let rest = "";
      for (const found of findSecrets(text)) {
        expect(found.start).toBeGreaterThanOrEqual(end);
        expect(found.end).toBeGreaterThan(found.start);
        rest += `${text.slice(end, found.start)}***`;
        end = found.end;
      }
      expect(maskSecrets(text)).toBe(rest + text.slice(end));
    }),
  );
});

test("looked for together, credentials and personal data cover what they cover one after the other, disguised or not", () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
  const piece = fc
    .constantFrom(
      "password: Hunter2!x",
      "13812345678",
      "li.lei@corp-mail.cn",
      "sk-0123456789abcdefghij",
      "我们用",
      "…",
      "，",
      "\u200b",
      "𝗽",
    )
    .chain((text) => fc.constantFrom(text, wide(text), [...text].join("\u200b")));
  const covered = (found: readonly { readonly start: number; readonly end: number }[]) =>
    [...new Set(found.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))].toSorted(
      (a, b) => a - b,
    );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join(" ");
      expect(covered(findSensitive(text))).toEqual(covered([...findSecrets(text), ...findPersonalData(text)]));
    }),
  );
  const text = `（值班）${wide("13812345678")}，${wide("password")}：${wide("Hunter2x9")}。`;
  expect(findSensitive(text).map(({ start, end }) => text.slice(start, end))).toEqual([wide("13812345678"), wide("Hunter2x9")]);
});

test("a megabyte of the worst text is searched in linear time", () => {
  const worst = [
    "a",
    "api_",
    "-----BEGIN PRIVATE KEY-----",
    "a://b:",
    "1",
    "a@a.",
    "密码",
    "token ",
    "eyJ",
    '="',
    "ｐ＝",
    "curl -u a:",
    "mysql -pabc ",
    "mypassword",
    "（ｌｉ＠ａ．ｃｎ）",
    "password=“",
    "password for a ",
    "p a s s ",
    "密码（",
    "creds: a ",
    "cookie: ",
    "root:aaaaaa ",
    "passphrase is a b c ",
    "MIIaaAIBA",
    "Authorization: ",
    "AA00 ",
  ];
  for (const unit of worst) {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const start = performance.now();
    findSecrets(text);
    findPersonalData(text);
    findSensitive(text);
    expect(performance.now() - start, unit).toBeLessThan(2_500);
  }
});
