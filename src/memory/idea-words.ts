// Words of both languages that belong to one idea. General words of software work and of what people say about themselves; no names.

/** One idea a line; a word may stand in several. An English word of two parts is written with a hyphen. */
export const IDEA_WORDS = `
database db 数据库 库 postgresql postgres pg mysql mariadb sqlite oracle mongodb sqlserver mssql clickhouse tidb dynamodb cassandra 达梦 人大金仓
sql query 查询 语句 orm mybatis hibernate prisma typeorm sqlalchemy jdbc drizzle
table schema column 表 字段 列 表结构 建表 表名 ddl
migration migrate schema column 迁移 数据库变更 表结构 改表 加字段 flyway liquibase alembic goose
transaction 事务 回滚 rollback commit
cache caching 缓存 redis memcached caffeine ehcache ttl
queue message-queue mq 消息队列 队列 kafka rabbitmq rocketmq pulsar activemq nats celery
search-engine 搜索 检索 elasticsearch opensearch lucene solr meilisearch
storage bucket object-storage store stored 存储 对象存储 存放 oss s3 minio blob
build compile bundle bundler 构建 编译 打包 maven gradle ant bazel webpack vite rollup esbuild tsup tsdown make cmake ninja makefile
java jdk jre jvm 爪哇 openjdk temurin graalvm
language 语言 编程语言 java typescript javascript python golang rust kotlin c++ c# php ruby scala dart
package dependency dependencies library 依赖 包 第三方库 库 包管理 包管理器 package-manager pnpm npm yarn bun pip poetry uv conda cargo maven composer
version release 版本 版本号 发布 发版 tag semver
deploy deployment release ship rollout publish 部署 上线 发布 发版 k8s kubernetes helm argocd 镜像 docker 投产
container docker image 容器 镜像 podman containerd dockerfile compose
cluster kubernetes k8s 集群 节点 node pod namespace
ci pipeline continuous-integration 流水线 持续集成 jenkins gitlab-ci github-actions actions circleci 工作流 workflow
server host machine 服务器 主机 机器 云主机 ecs ec2
cloud 云 aws azure gcp aliyun 阿里云 腾讯云 华为云
infrastructure terraform ansible pulumi 基础设施 运维
gateway proxy nginx 网关 代理 反向代理 apisix kong envoy traefik
registry 仓库 镜像源 镜像仓库 harbor nexus artifactory mirror 源
repository repo 仓库 代码库 代码仓库 monorepo
git commit merge rebase 提交 合并 变基
branch branches trunk mainline main master develop push 分支 主干 主干分支 主分支 推送
review pull-request pr mr merge-request code-review 评审 审查 合并请求 代码评审
test testing tests 测试 单测 单元测试 用例 vitest jest junit pytest mocha testng playwright cypress selenium e2e 集成测试 回归
coverage 覆盖率 覆盖
mock stub 模拟 打桩 桩 mockito
lint linter format formatter style 规范 代码规范 格式化 格式 风格 代码风格 eslint prettier biome checkstyle ruff
indent indentation tab space spaces 缩进 空格 制表符
naming name 命名 名称 名字 camelcase snake_case 驼峰 下划线
comment comments 注释 注解 javadoc jsdoc docstring
documentation docs document readme 文档 说明 手册 wiki 帮助 mkdocs docusaurus storybook
log logging logger 日志 slf4j logback log4j winston pino
monitoring monitor metrics alert 监控 指标 告警 报警 prometheus grafana 链路追踪 tracing
error exception bug crash failure 错误 异常 报错 崩溃 故障 缺陷 失败 sentry
debug debugger 调试 排查 断点
performance speed latency slow 性能 速度 延迟 慢 快 优化 optimize
memory ram heap 内存 堆
frontend front-end ui web page 前端 页面 界面 网页 vue react angular svelte nextjs nuxt 组件
backend back-end server-side 后端 服务端 springboot spring nestjs koa django flask fastapi
framework 框架 spring springboot vue react angular django flask fastapi nestjs laravel rails
css stylesheet styling 样式 tailwind tailwindcss sass less scss
theme dark light 主题 深色 浅色 暗色 配色
mobile app android ios 移动端 手机 安卓 小程序 flutter react-native
api interface endpoint rest restful graphql grpc rpc 接口 端点 openapi swagger
http https request response 请求 响应 状态码
authentication auth login logout sign-in signin sso oauth jwt token session sessions keycloak 认证 登录 登陆 登出 鉴权 单点登录 令牌 会话
expire expiry expiration ttl 过期 失效 有效期
permission authorization role rbac access 权限 授权 角色 访问控制
security vulnerability 安全 漏洞 加密 encryption encrypt
secret key credential password 密钥 凭据 密码 口令 vault
config configuration setting settings option 配置 设置 选项 配置文件 yaml properties toml ini env nacos apollo
environment env 环境 环境变量 dotenv staging 测试环境 预发环境 预发
production prod deploy hosting hosted live 生产 生产环境 线上 部署 上线
port 端口 监听 listen
url domain dns 域名 地址 网址 链接
timezone time-zone time timestamp date utc gmt 时区 时间 时间戳 日期 东八区
encoding utf-8 gbk charset 编码 字符集 乱码
locale i18n internationalization translation 国际化 翻译 本地化 多语言
thread concurrency parallel async 线程 并发 并行 异步 协程 锁
schedule cron timer job 定时 定时任务 调度 计划任务 quartz xxl-job
retry retries timeout 重试 超时 熔断
job jobs background task worker 任务 后台任务 异步任务
backup restore 备份 恢复 还原
architecture microservice microservices monolith 架构 微服务 单体 模块 分层
module package component 模块 组件 子模块
script shell bash command cli 脚本 命令 命令行 终端
editor ide vscode idea intellij vim neovim 编辑器 开发工具
system os linux macos windows ubuntu centos 系统 操作系统
browser chrome firefox safari edge 浏览器
email mail smtp 邮件 邮箱
chat slack dingtalk feishu wechat 钉钉 飞书 企业微信 微信 群
report chart table excel csv pdf 报表 图表 表格 导出 导入
payment pay billing invoice checkout stripe paypal alipay 支付 付款 支付宝 微信支付 发票 账单 结算 收款
money price amount cost fee cent cents currency decimal bigdecimal 金额 价格 单价 费用 钱 货币 币种 分
order orders purchase 订单 下单
user account customer 用户 账号 账户 客户
feature-flag flag flags toggle rollout canary 灰度 开关 特性开关 launchdarkly unleash
rate-limit limit quota throttle 限流 限制 配额 上限
model llm gpt deepseek qwen glm kimi 模型 大模型
ai machine-learning 人工智能 机器学习 深度学习 训练 pytorch tensorflow
data dataset 数据 数据集
file folder directory path 文件 文件夹 目录 路径
upload download attachment 上传 下载 附件
start launch boot 启动 运行 开启 跑
stop kill shutdown 停止 关闭 结束 终止
delete remove 删除 移除 清理 清空
create add 创建 新建 新增 添加
change modify update edit 修改 改动 更新 变更 编辑
fix repair solve 修复 解决 修
install setup 安装 搭建
forbid ban never avoid 禁止 不要 不许 不准 避免 严禁
required mandatory 必须 一律 总是 务必
prefer preference like love enjoy favorite favourite fond 喜欢 偏好 爱 喜爱 热爱 最爱 习惯 爱好 hobby hobbies
dislike hate 讨厌 不喜欢 反感
answer reply 回答 回复 答复
concise short brief 简短 简洁 简明
chinese 中文 汉语 普通话
english 英文 英语
team colleague coworker 团队 同事 小组 组 部门
boss manager leader 领导 上司 经理 主管 负责人 老板
company firm employer business 公司 企业 单位
job work career occupation profession employment 工作 职业 岗位 上班 就职 事业 任职
salary money income pay wage 工资 薪水 收入 钱 薪资
project 项目 工程
deadline schedule plan 截止 期限 计划 日程 安排 排期
meeting conference 会议 开会 例会 站会 standup
holiday vacation trip travel journey tour 假期 旅行 旅游 出差 度假 休假 游玩
city place live home reside hometown 城市 住 居住 家乡 老家 住址 搬家 move
country nation abroad 国家 国外 出国
weather rain snow sunny climate 天气 下雨 下雪 气候 晴
family parent parents relative 家庭 家人 父母 亲戚 亲人
mother mom mum 妈妈 母亲 妈
father dad 爸爸 父亲 爸
child children kid kids son daughter baby 孩子 小孩 儿子 女儿 宝宝 子女
wife husband spouse partner marry marriage wedding married 妻子 丈夫 老婆 老公 爱人 配偶 结婚 婚姻 婚礼 已婚
brother sister sibling siblings 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹
grandmother grandfather grandparent grandma grandpa 奶奶 爷爷 外婆 外公 姥姥
boyfriend girlfriend dating relationship 男朋友 女朋友 对象 恋爱 约会
friend buddy friendship 朋友 好友 伙伴 友谊
pet dog cat puppy kitten animal 宠物 狗 猫 小狗 小猫 动物
birthday born age birth 生日 出生 年龄 岁
food eat meal dish cuisine cook cooking restaurant 吃 食物 饮食 菜 美食 做饭 餐厅 饭馆 口味 烹饪 厨房
breakfast lunch dinner supper 早餐 早饭 午餐 午饭 晚餐 晚饭
fruit apple banana orange 水果 苹果 香蕉
spicy sweet sour taste flavor 辣 甜 酸 口味 味道
drink coffee tea beer wine water 喝 饮料 咖啡 茶 奶茶 啤酒 酒
sport exercise workout fitness gym run running swim basketball football soccer tennis badminton yoga hike hiking 运动 锻炼 健身 跑步 游泳 篮球 足球 羽毛球 网球 乒乓球 瑜伽 爬山 登山 徒步 骑行
music song sing band concert instrument guitar piano violin 音乐 歌 歌曲 唱歌 乐队 演唱会 乐器 吉他 钢琴 小提琴
movie film cinema tv 电影 影片 影院 电视 电视剧 剧 综艺
book read novel author library reading 书 读书 阅读 小说 作者 图书馆 书籍
game gaming 游戏 玩 电竞
art paint painting draw drawing artist sculpture pottery 艺术 画 画画 绘画 美术 艺术家
photo photography picture pictures image images camera 照片 图片 图像 拍照 摄影 相机
dance dancing dancer 舞蹈 跳舞
school university college education study degree course student learn 学校 大学 学习 教育 专业 课程 上学 毕业 学生 graduate
teacher professor mentor 老师 教师 教授 导师
exam score grade 考试 成绩 分数
health doctor hospital illness sick disease medicine 健康 医生 医院 病 生病 疾病 药 看病 体检
allergy allergic 过敏
sleep tired rest insomnia 睡觉 睡眠 累 休息 失眠 熬夜
diet slim 体重 减肥 节食
mood feel feeling happy sad anxious stress emotion 心情 情绪 感觉 开心 难过 焦虑 压力 高兴
car vehicle 车 汽车 开车 驾驶
bus train subway metro flight plane airport 公交 火车 地铁 高铁 飞机 航班 机场
house apartment rent home 房子 公寓 租房 房租 买房
buy shop shopping purchase 买 购物 购买
phone iphone 手机 电话
computer laptop 电脑 笔记本 计算机
clothes wear dress fashion shoes 衣服 穿 服装 鞋 时尚
color colour 颜色 红色 蓝色 绿色
religion church faith pray 宗教 教堂 信仰
volunteer charity donate 志愿 志愿者 慈善 捐款 公益
nature outdoors mountain beach lake forest camp camping 自然 户外 山 海边 湖 森林 露营
garden plant flower 花园 植物 花 种花
dream goal wish aspire hope 梦想 目标 愿望 希望
win prize award competition contest 赢 奖 获奖 比赛 竞赛
name nickname 姓名 名字 叫 昵称 称呼
weekend saturday sunday 周末 星期六 星期天 周六 周日
morning evening night 早上 上午 晚上 夜里
`;
